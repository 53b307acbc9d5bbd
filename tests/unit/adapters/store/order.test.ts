import { describe, expect, it } from 'vitest';
import type { RecordSort } from '@contract/records';
import type { Store } from '@core/ports/store';
import { fleet } from './found-fleet';
import { find, id, local, openStore, pending, told } from './stored';

describe('order', () => {
  it('is natural, folded, with the empty ones last in both directions', async () => {
    const store = await fleet();
    const sorted = (field: string, direction: 'up' | 'down') =>
      find(store, '', { sort: [{ field, direction }] });
    expect(await sorted('code', 'up')).toEqual([id('v1'), id('v2'), id('v3')]);
    expect(await sorted('code', 'down')).toEqual([id('v2'), id('v1'), id('v3')]);
    expect(await sorted('brandName', 'up')).toEqual([id('v1'), id('v3'), id('v2')]);
    expect(await sorted('year', 'up')).toEqual([id('v3'), id('v1'), id('v2')]);
  });

  it('goes by what a reference is called, and by its new name after a change', async () => {
    const store = await fleet();
    const sorted = () => find(store, '', { sort: [{ field: 'enterpriseId', direction: 'up' }] });
    expect(await sorted()).toEqual([id('v3'), id('v2'), id('v1')]);
    await store.commit([told('enterprises', { e2: { name: 'Zulu' } })]);
    expect(await sorted()).toEqual([id('v2'), id('v3'), id('v1')]);
  });

  it('of names goes by keys where those are shown, in both directions', async () => {
    const store = await openStore();
    const named = { a1: { name: null }, b1: { name: 'Bahia' }, c1: { name: null }, d1: {} };
    await store.commit([told('enterprises', named)]);
    const sorted = async (direction: 'up' | 'down') =>
      (
        await store.search({
          ...{ collection: 'enterprises', search: '', filters: [], withGone: false },
          sort: [{ field: 'name', direction }],
        })
      ).keys;
    const up = [id('a1'), id('b1'), id('c1'), id('d1')];
    expect(await sorted('up')).toEqual(up);
    expect(await sorted('down')).toEqual(up.toReversed());
  });

  it('goes by numbers as numbers, and by lists as texts', async () => {
    const store = await openStore();
    await store.commit([
      told('vehicles', {
        v1: { plate: 'A', createdAt: 900, userNames: ['Zé'] },
        v2: { plate: 'B', createdAt: 1_000, userNames: ['Ana', 'Zé'] },
        v3: { plate: 'C', createdAt: -5, userNames: [] },
      }),
    ]);
    const sorted = (field: string) => find(store, '', { sort: [{ field, direction: 'up' }] });
    expect(await sorted('createdAt')).toEqual([id('v3'), id('v1'), id('v2')]);
    expect(await sorted('userNames')).toEqual([id('v2'), id('v1'), id('v3')]);
  });

  it('follows changes, new records and dropped ones', async () => {
    const store = await fleet();
    const sorted = (search = '') =>
      find(store, search, { sort: [{ field: 'plate', direction: 'up' }] });
    expect(await sorted()).toEqual([id('v1'), id('v3'), id('v2')]);
    await store.commit([
      pending(id('v1'), { plate: 'ZZZ-0001' }),
      pending(local('n'), { plate: 'BBB-0001' }),
    ]);
    expect(await sorted()).toEqual([local('n'), id('v3'), id('v2'), id('v1')]);
    await store.commit([{ kind: 'drop', collection: 'vehicles', key: local('n') }]);
    expect(await sorted()).toEqual([id('v3'), id('v2'), id('v1')]);
  });

  it('is the same for a few of many as for all', async () => {
    const store = await openStore();
    const names = Array.from({ length: 300 }, (_, index) => `v${index}`);
    await store.commit([
      told(
        'vehicles',
        Object.fromEntries(
          names.map((name, index) => [
            name,
            { plate: `P${(index * 7) % 300}`, code: index % 100 === 0 ? 'rare' : 'all' },
          ]),
        ),
      ),
    ]);
    const sort: RecordSort[] = [{ field: 'plate', direction: 'down' }];
    const all = await find(store, '', { sort });
    const few = await find(store, 'rare', { sort });
    expect(few).toHaveLength(3);
    expect(few).toEqual(all.filter((key) => few.includes(key)));
    expect(all[0]).toBe(id('v257'));
  });

  describe('by several columns', () => {
    async function mixed(): Promise<Store> {
      const store = await openStore();
      await store.commit([
        told('vehicles', {
          v1: { plate: 'DDD-0001', typeName: 'van', year: '2020' },
          v2: { plate: 'CCC-0001', typeName: 'bus', year: '2019' },
          v3: { plate: 'BBB-0001', typeName: 'van', year: '2021' },
          v4: { plate: 'AAA-0001', typeName: 'van', year: '2020' },
          v5: { plate: 'EEE-0001', typeName: 'bus', year: null },
          v6: { plate: 'FFF-0001', typeName: null, year: '2018' },
        }),
      ]);
      return store;
    }
    const up = (field: string): RecordSort => ({ field, direction: 'up' });
    const down = (field: string): RecordSort => ({ field, direction: 'down' });
    const namesOf = (keys: readonly string[]) => keys.map((key) => key.slice(0, 2)).join(' ');

    it.each([
      ['both up', [up('typeName'), up('year')], 'v2 v5 v4 v1 v3 v6'],
      ['the second down', [up('typeName'), down('year')], 'v2 v5 v3 v4 v1 v6'],
      ['the first down', [down('typeName'), up('year')], 'v4 v1 v3 v2 v5 v6'],
      ['both down', [down('typeName'), down('year')], 'v3 v4 v1 v2 v5 v6'],
      ['the title last and down', [up('typeName'), down('plate')], 'v5 v2 v1 v3 v4 v6'],
      ['three', [up('typeName'), up('year'), down('plate')], 'v2 v5 v1 v4 v3 v6'],
    ])('lets the next one order what is equal in the first: %s', async (_, sort, names) => {
      expect(namesOf(await find(await mixed(), '', { sort }))).toBe(names);
    });

    it('orders what is equal by title, in both directions, also after a new title', async () => {
      const store = await mixed();
      const byType = async (sort: RecordSort) => namesOf(await find(store, '', { sort: [sort] }));
      expect(await byType(up('typeName'))).toBe('v2 v5 v4 v3 v1 v6');
      expect(await byType(down('typeName'))).toBe('v4 v3 v1 v2 v5 v6');
      await store.commit([pending(id('v4'), { plate: 'ZZZ-0001' })]);
      expect(await byType(up('typeName'))).toBe('v2 v5 v3 v1 v4 v6');
    });

    it('takes the words of the reader for types', async () => {
      const typeWords = { van: 'Furgão', bus: 'Ônibus' };
      const sort = [up('typeName'), down('year')];
      const keys = await find(await mixed(), '', { sort, typeWords });
      expect(namesOf(keys)).toBe('v3 v4 v1 v2 v5 v6');
    });
  });

  it('of states puts what waits first and what simply is there last', async () => {
    const store = await fleet();
    await store.commit([pending(id('v3'), { code: 'X' })]);
    for (const direction of ['up', 'down'] as const) {
      const [first] = await find(store, '', { sort: [{ field: 'mark', direction }] });
      expect(first).toBe(id('v3'));
    }
  });
});
