import { describe, expect, it, vi } from 'vitest';
import { checkInput } from '@core/service/check-input';
import { catalogue } from '@core/service/operations';
import { defaultProfile } from '@core/service/profile';

const id = 'V4k1v9Qm2xL7p3c';

describe('the input of an operation', () => {
  it('is checked once on its way to the service, however many hands it goes through', () => {
    const parse = vi.spyOn(catalogue['vehicles.update'].input, 'safeParse');
    const input = { id, data: { attributes: { plate: 'ABC1D23' } } };
    const first = checkInput('vehicles.update', input, defaultProfile);
    expect(checkInput('vehicles.update', input, defaultProfile)).toBe(first);
    expect(parse).toHaveBeenCalledOnce();
  });

  it('is checked again for another operation', () => {
    const input = { id };
    checkInput('vehicles.get', input, defaultProfile);
    expect(() => checkInput('vehicles.update', input, defaultProfile)).toThrow(
      'breaks the documented limits',
    );
  });

  it('that breaks a limit is refused with the field, each time', () => {
    const input = { id: 'short' };
    for (let times = 0; times < 2; times += 1) {
      expect(() => checkInput('vehicles.get', input, defaultProfile)).toThrow(
        expect.objectContaining({
          error: expect.objectContaining({
            code: 'invalid-request',
            fields: [expect.objectContaining({ path: 'id' })],
          }) as unknown,
        }) as Error,
      );
    }
  });
});
