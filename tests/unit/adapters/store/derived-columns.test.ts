import { expect, it } from 'vitest';
import { associationSides } from '@contract/associations';
import type { RecordQuery } from '@contract/records';
import type { Store } from '@core/ports/store';
import { association, find, id, openStore, told } from './stored';

/** Two vehicles with people and devices, a third with none; a chip in the first device. */
async function fleet(): Promise<Store> {
  const store = await openStore();
  await store.commit([
    told('vehicles', { v1: { plate: 'AAA' }, v2: { plate: 'BBB' }, v3: { plate: 'CCC' } }),
    told('users', {
      u1: { name: 'Zoe', username: 'a.zoe', enterpriseId: id('e1') },
      u2: { name: 'Ana', username: 'z.ana', enterpriseId: id('e1') },
    }),
    told('devices', {
      d1: { name: 'TK-2', chipId: id('c1') },
      d2: { name: 'TK-1' },
    }),
    told('chips', { c1: { serial: '8955' }, c2: { serial: '8956' } }),
    told('enterprises', { e1: { name: 'Lux' }, e2: { name: 'Bee' } }),
    {
      kind: 'associationsListed',
      vehicleKey: id('v1'),
      side: 'users',
      associations: [association(id('a1'), { side: 'users', otherKey: id('u1') })],
      at: 5,
    },
    {
      kind: 'associationsListed',
      vehicleKey: id('v2'),
      side: 'users',
      associations: [
        association(id('a2'), { side: 'users', vehicleKey: id('v2'), otherKey: id('u2') }),
      ],
      at: 5,
    },
    {
      kind: 'associationsListed',
      vehicleKey: id('v3'),
      side: 'users',
      associations: [],
      at: 5,
    },
    {
      kind: 'associationsListed',
      vehicleKey: id('v1'),
      side: 'devices',
      associations: [
        association(id('a3'), { otherKey: id('d1'), createdAt: 1 }),
        association(id('a4'), { otherKey: id('d2'), createdAt: 2, isMain: true }),
      ],
      at: 5,
    },
  ]);
  return store;
}

const by = (field: string): Partial<RecordQuery> => ({ sort: [{ field, direction: 'up' }] });
const valuesOf = async (store: Store, ...[collection, name]: ['vehicles' | 'chips', string]) =>
  (await store.derived(collection, [id(name)])).get(id(name));

it('tells people and devices of a vehicle, its main device first', async () => {
  const store = await fleet();
  expect(await valuesOf(store, 'vehicles', 'v1')).toEqual({
    drivers: [id('u1')],
    devices: [id('d2'), id('d1')],
  });
  expect(await valuesOf(store, 'vehicles', 'v3')).toEqual({});
  expect(await store.derived('vehicles', [id('gone')])).toEqual(new Map());
});

it('tells the vehicles of people, and by way of its device those of a chip', async () => {
  const store = await fleet();
  const users = await store.derived('users', [id('u1'), id('u2')]);
  expect(users.get(id('u2'))).toEqual({ vehicles: [id('v2')] });
  expect(await valuesOf(store, 'chips', 'c1')).toEqual({
    devices: [id('d1')],
    vehicles: [id('v1')],
  });
  expect(await valuesOf(store, 'chips', 'c2')).toEqual({});
  const enterprises = await store.derived('enterprises', [id('e1'), id('e2')]);
  expect(enterprises.get(id('e1'))).toEqual({ users: 2 });
});

it('sorts by the names of what is referred to, those without any last', async () => {
  const store = await fleet();
  expect(await find(store, '', by('drivers'))).toEqual([id('v2'), id('v1'), id('v3')]);
  const down: RecordQuery['sort'] = [{ field: 'drivers', direction: 'down' }];
  expect(await find(store, '', { sort: down })).toEqual([id('v1'), id('v2'), id('v3')]);
  await store.commit([told('users', { u1: { name: 'Abe' } })]);
  expect(await find(store, '', by('drivers'))).toEqual([id('v1'), id('v2'), id('v3')]);
});

it('finds what has one of several drivers, and what has none', async () => {
  const store = await fleet();
  const having = (filter: RecordQuery['filters'][number]) => find(store, '', { filters: [filter] });
  expect(await having({ field: 'drivers', anyOf: [id('u2')] })).toEqual([id('v2')]);
  expect(await having({ field: 'drivers', anyOf: [id('u1'), null] })).toEqual([id('v1'), id('v3')]);
  expect(await having({ field: 'drivers', isPresent: false })).toEqual([id('v3')]);
  expect(await store.values('vehicles', 'drivers')).toContainEqual({ value: null, count: 1 });
});

it('follows an association that comes, changes or goes, on both of its sides', async () => {
  const store = await fleet();
  // What was asked for before is kept, so it has to be brought up to date.
  await find(store, '', by('drivers'));
  for (const side of associationSides) await store.derived(side, [id('u1')]);
  const key = id('a9');
  const added = association(key, { side: 'users', vehicleKey: id('v3'), otherKey: id('u1') });
  await store.commit([{ kind: 'association', association: { ...added, mark: 'waiting' } }]);
  expect(await valuesOf(store, 'vehicles', 'v3')).toEqual({ drivers: [id('u1')] });
  const vehicles = async () => (await store.derived('users', [id('u1')])).get(id('u1'));
  expect(await vehicles()).toEqual({ vehicles: [id('v1'), id('v3')] });
  await store.commit([{ kind: 'association', association: { ...added, mark: 'deleting' } }]);
  expect(await vehicles()).toEqual({ vehicles: [id('v1')] });
  await store.commit([{ kind: 'dropAssociation', key }]);
  await store.commit([
    {
      ...{ kind: 'associationsListed', vehicleKey: id('v1'), side: 'users' },
      ...{ associations: [], at: 9 },
    },
  ]);
  expect(await vehicles()).toEqual({});
  expect(await valuesOf(store, 'vehicles', 'v1')).not.toHaveProperty('drivers');
});

it('follows a chip into another device', async () => {
  const store = await fleet();
  await store.derived('chips', [id('c1')]);
  await store.commit([told('devices', { d1: { name: 'TK-2' }, d2: { chipId: id('c2') } })]);
  expect(await valuesOf(store, 'chips', 'c1')).toEqual({});
  expect(await valuesOf(store, 'chips', 'c2')).toMatchObject({ devices: [id('d2')] });
});

it('sorts and narrows by columns that are given with the query', async () => {
  const store = await fleet();
  const query: RecordQuery = {
    ...{ collection: 'vehicles', search: '', filters: [], withGone: false },
    sort: [{ field: 'liveState', direction: 'up' }],
  };
  const states = new Map([
    [id('v1'), 'parked'],
    [id('v2'), 'never'],
    [id('v3'), 'moving'],
  ]);
  expect(await store.find(query, { liveState: states })).toEqual([id('v3'), id('v1'), id('v2')]);
  const parked = [{ field: 'liveState', anyOf: ['parked'] }];
  expect(await store.find({ ...query, filters: parked }, { liveState: states })).toEqual([
    id('v1'),
  ]);
  const later = new Map([[id('v2'), 'parked']]);
  expect(await store.find({ ...query, filters: parked }, { liveState: later })).toEqual([id('v2')]);
});
