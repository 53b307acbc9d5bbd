import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  queryOf,
  readAddress,
  sortChosen,
  writeAddress,
} from '@/features/records/list-address';
import { vehicleKind } from '@/features/vehicles/kind';

const id = 'veh000000000003';
const plain = [{ field: 'plate', direction: 'up' }] as const;
const read = (query: Record<string, string | null | string[]>) => readAddress(vehicleKind, query);

describe('an address', () => {
  it('that says nothing means all vehicles by plate', () => {
    expect(read({})).toEqual({
      search: '',
      sort: [{ field: 'plate', direction: 'up' }],
      filters: {},
      isUnsent: false,
      withGone: false,
      record: null,
      isRecordBroken: false,
      isNew: false,
      tab: null,
    });
    expect(writeAddress(vehicleKind, read({}))).toEqual({});
    expect(isNarrowed(read({}))).toBe(false);
  });

  it('comes back as it was written', () => {
    const query = {
      q: 'abc',
      sort: ['typeName.up', 'year.down'],
      type: ['truck', 'van'],
      state: ['deactivated'],
      unsent: null,
      gone: null,
      record: id,
      tab: 'devices',
    };
    expect(writeAddress(vehicleKind, read(query))).toEqual(query);
    expect(isNarrowed(read(query))).toBe(true);
  });

  it('that names no possible id says so, and what makes no sense is left out', () => {
    expect(read({ record: '../../x' })).toMatchObject({ record: null, isRecordBroken: true });
    expect(read({ record: `local:${'a'.repeat(21)}` })).toMatchObject({ isRecordBroken: false });
    expect(read({ sort: '__proto__.up' }).sort).toEqual(plain);
    expect(read({ sort: 'constructor.down' }).sort).toEqual(plain);
    expect(read({ sort: ['year.down', 'nothing.up', 'year.up'] }).sort).toEqual([
      { field: 'year', direction: 'down' },
    ]);
    expect(read({ q: 'x'.repeat(500) }).search).toHaveLength(200);
  });

  it('means a query', () => {
    const address = read({
      type: ['truck', ''],
      state: 'active',
      unsent: null,
      sort: 'mark.down',
    });
    expect(queryOf(vehicleKind, address, ' são ')).toMatchObject({
      collection: 'vehicles',
      search: 'são',
      filters: [
        { field: 'typeName', anyOf: ['truck', null] },
        { field: 'deactivatedAt', isPresent: false },
        { field: 'mark', anyOf: ['waiting', 'sending', 'attention', 'deleting'] },
      ],
      sort: [{ field: 'mark', direction: 'down' }],
      withGone: false,
      typeWords: { truck: 'Truck' },
    });
    const both = read({ state: ['active', 'deactivated'] });
    expect(queryOf(vehicleKind, both, '').filters).toEqual([]);
  });
});

describe('a chosen order', () => {
  const down = { field: 'year', direction: 'down' } as const;

  it('without a column is the one that the list comes in', () => {
    expect(sortChosen(vehicleKind, [down], [])).toEqual(plain);
  });

  it('that adds a column to the one that the list comes in is by the added one alone', () => {
    expect(sortChosen(vehicleKind, plain, [...plain, down])).toEqual([down]);
    expect(sortChosen(vehicleKind, [down], [down, ...plain])).toEqual([down, ...plain]);
  });

  it('of one column is read from an address of before', () => {
    expect(read({ sort: 'year.down' }).sort).toEqual([down]);
  });
});
