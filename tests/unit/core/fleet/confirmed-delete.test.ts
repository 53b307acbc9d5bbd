import { describe, expect, it } from 'vitest';
import type { Fields, RecordDetail, RecordName } from '@contract/records';
import { checkConfirmed } from '@core/fleet/confirmed-delete';

/** Records of which each has these fields. */
const holding = (fields: Fields) => ({
  read: ({ key }: RecordName) =>
    Promise.resolve({ fields, key: key === 'local:v1' ? 'v1' : key } as RecordDetail),
});

const check = (fields: Fields, keys: string[], confirmation: string) =>
  checkConfirmed(holding(fields), { collection: 'vehicles', keys, confirmation });

describe('a delete that a page asks for', () => {
  it('goes on where the plate of the one vehicle was typed', async () => {
    await expect(check({ plate: 'ABC-1D23' }, ['v1'], 'abc1d23')).resolves.toEqual(['v1']);
  });

  it('goes on where the key of a vehicle without a name was typed', async () => {
    await expect(check({}, ['v1'], 'v1')).resolves.toEqual(['v1']);
  });

  it('goes on where the count of several was typed', async () => {
    await expect(check({ plate: 'ABC-1D23' }, ['v1', 'v2'], '2')).resolves.toEqual(['v1', 'v2']);
  });

  it('counts a record once, whatever it is called by', async () => {
    const keys = ['local:v1', 'v1', 'v1'];
    await expect(check({ plate: 'ABC-1D23' }, keys, 'ABC-1D23')).resolves.toEqual(['v1']);
  });

  it.each([
    ['another plate', ['v1'], 'ABC-1D24'],
    ['the key of a vehicle with a plate', ['v1'], 'v1'],
    ['a count for one', ['v1'], '1'],
    ['another count', ['v1', 'v2'], '3'],
    ['a count for one that is named twice', ['v1', 'v1'], '2'],
    ['a count for one under two names', ['local:v1', 'v1'], '2'],
    ['a plate for several', ['v1', 'v2'], 'ABC-1D23'],
  ])('is refused where %s was typed', async (_what, keys, typed) => {
    await expect(check({ plate: 'ABC-1D23' }, keys, typed)).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
  });
});
