import { describe, expect, it } from 'vitest';
import type { Fields, RecordDetail } from '@contract/records';
import { checkConfirmed } from '@main/ipc/confirmed-delete';

/** Records of which each has these fields. */
const holding = (fields: Fields) => ({
  read: () => Promise.resolve({ fields } as RecordDetail),
});

const check = (fields: Fields, keys: string[], confirmation: string) =>
  checkConfirmed(holding(fields), { collection: 'vehicles', keys, confirmation });

describe('a delete that a page asks for', () => {
  it('goes on where the plate of the one vehicle was typed', async () => {
    await expect(check({ plate: 'ABC-1D23' }, ['v1'], 'abc1d23')).resolves.toBeUndefined();
  });

  it('goes on where the key of a vehicle without a name was typed', async () => {
    await expect(check({}, ['v1'], 'v1')).resolves.toBeUndefined();
  });

  it('goes on where the count of several was typed', async () => {
    await expect(check({ plate: 'ABC-1D23' }, ['v1', 'v2'], '2')).resolves.toBeUndefined();
  });

  it.each([
    ['another plate', ['v1'], 'ABC-1D24'],
    ['the key of a vehicle with a plate', ['v1'], 'v1'],
    ['a count for one', ['v1'], '1'],
    ['another count', ['v1', 'v2'], '3'],
    ['a plate for several', ['v1', 'v2'], 'ABC-1D23'],
  ])('is refused where %s was typed', async (_what, keys, typed) => {
    await expect(check({ plate: 'ABC-1D23' }, keys, typed)).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
  });
});
