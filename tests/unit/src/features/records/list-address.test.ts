import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  queryOf,
  readAddress,
  sortChosen,
  writeAddress,
} from '@/features/records/list-address';
import { filtersOf } from '@/features/records/list-filters';
import { userKind } from '@/features/users/kind';
import { vehicleKind } from '@/features/vehicles/kind';

const id = 'veh000000000003';
const plain = [{ field: 'plate', direction: 'up' }] as const;
/** Midnight in São Paulo was three hours ago. */
const time = { now: Date.UTC(2026, 10, 25, 6), zone: 'America/Sao_Paulo' };
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
      view: null,
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
    expect(queryOf(vehicleKind, address, ' são ', time)).toMatchObject({
      collection: 'vehicles',
      search: 'são',
      filters: [
        { field: 'typeName', anyOf: ['truck', null] },
        { field: 'deactivatedAt', isPresent: false },
        { field: 'mark', anyOf: ['waiting', 'sending', 'attention', 'deleting'] },
      ],
      sort: [{ field: 'mark', direction: 'down' }],
      withGone: false,
      related: true,
      typeWords: { truck: 'Truck' },
    });
    const both = read({ state: ['active', 'deactivated'] });
    expect(queryOf(vehicleKind, both, '', time).filters).toEqual([]);
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

describe('a date filter', () => {
  const conditionsOf = (query: Record<string, string | string[]>) =>
    queryOf(vehicleKind, read(query), '', time).filters;
  const day = 86_400_000;

  it('means days of the connection’s time zone, the last one included', () => {
    expect(conditionsOf({ createdAt: '2026-03-01..2026-03-31' })).toEqual([
      { field: 'createdAt', from: Date.UTC(2026, 2, 1, 3), before: Date.UTC(2026, 3, 1, 3) },
    ]);
    expect(conditionsOf({ updatedAt: '2026-03-01..' })).toEqual([
      { field: 'updatedAt', from: Date.UTC(2026, 2, 1, 3), before: null },
    ]);
  });

  it('of the last days counts today as one of them', () => {
    const midnight = Date.UTC(2026, 10, 25, 3);
    expect(conditionsOf({ createdAt: 'last.1' })).toEqual([
      { field: 'createdAt', from: midnight, before: null },
    ]);
    expect(conditionsOf({ createdAt: 'last.7' })).toEqual([
      { field: 'createdAt', from: midnight - 6 * day, before: null },
    ]);
  });

  it.each(['2026-02-30..', '2026-03-02..2026-03-01', '..', 'last.0', 'yesterday', 'last.9999'])(
    'that makes no sense is left out: %s',
    (text) => {
      expect(read({ createdAt: text }).filters).toEqual({});
    },
  );

  it('asks for records with any date, or with none', () => {
    expect(conditionsOf({ deactivatedAt: '*' })).toEqual([
      { field: 'deactivatedAt', isPresent: true },
    ]);
    expect(conditionsOf({ deactivatedAt: '' })).toEqual([
      { field: 'deactivatedAt', isPresent: false },
    ]);
  });
});

describe('a filter of a reference', () => {
  it('asks for records that have any, or none, or both, which narrows nothing', () => {
    const of = (values: string[]) =>
      queryOf(vehicleKind, read({ enterprise: values }), '', time).filters;
    expect(of(['*'])).toEqual([{ field: 'enterpriseId', isPresent: true }]);
    expect(of([''])).toEqual([{ field: 'enterpriseId', anyOf: [null] }]);
    expect(of(['', '*'])).toEqual([]);
  });

  it('is there for each reference, moment, day and value field, declared or not', () => {
    const ids = filtersOf(userKind).map(({ id, kind, isSpare }) => `${id} ${kind} ${isSpare}`);
    expect(ids).toEqual([
      'enterprise references false',
      'role references false',
      'state state false',
      'vehicles references true',
      'birthdate days true',
      'locale values true',
      'createdAt moments true',
      'updatedAt moments true',
      'deactivatedAt moments true',
    ]);
  });
});
