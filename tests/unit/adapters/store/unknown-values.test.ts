import { expect, it } from 'vitest';
import type { CollectionName } from '@contract/collections';
import type { RecordFilter } from '@contract/records';
import type { Store, StoreChange } from '@core/ports/store';
import { association, find, id, local, openStore, pending, told } from './stored';

const listed = (vehicle: string, device: string | null, side: 'devices' | 'users' = 'devices') => ({
  kind: 'associationsListed' as const,
  vehicleKey: id(vehicle),
  side,
  associations:
    device === null
      ? []
      : [association(id(`${vehicle}${device}`), { vehicleKey: id(vehicle), otherKey: id(device) })],
  at: 5,
});

function read(collection: CollectionName): StoreChange {
  return {
    kind: 'sync',
    sync: { collection, pass: 1, nextPage: null, read: 3, completedAt: 5, pagingRefused: false },
  };
}

/** Three vehicles, of which the devices of the first two were listed; one has none. */
async function fleet(): Promise<Store> {
  const store = await openStore();
  await store.commit([
    told('vehicles', { v1: { plate: 'AAA' }, v2: { plate: 'BBB' }, v3: { plate: 'CCC' } }),
    told('devices', { d1: { chipId: id('c1') }, d2: { chipId: id('c2') } }),
    told('chips', { c1: { serial: '8955' }, c2: { serial: '8956' }, c3: { serial: '8957' } }),
    ...[read('vehicles'), read('devices'), read('chips')],
    ...[listed('v1', 'd1'), listed('v2', null)],
  ]);
  return store;
}

const unknownOf = async (store: Store, collection: CollectionName, ...names: string[]) => {
  const all = await store.unknown(collection, names.map(id));
  return names.map((name) => all.get(id(name)) ?? []);
};

it('a vehicle that was not checked yet is not one without a device', async () => {
  const store = await fleet();
  expect(await unknownOf(store, 'vehicles', 'v1', 'v2', 'v3')).toEqual([
    ['drivers'],
    ['drivers'],
    ['drivers', 'devices'],
  ]);
});

it('a device on none of the checked vehicles may be on another, until all are checked', async () => {
  const store = await fleet();
  expect(await unknownOf(store, 'devices', 'd1', 'd2')).toEqual([[], ['vehicles']]);
  expect(await unknownOf(store, 'chips', 'c1', 'c2', 'c3')).toEqual([[], ['vehicles'], []]);
  await store.commit([listed('v3', null)]);
  expect(await unknownOf(store, 'devices', 'd1', 'd2')).toEqual([[], []]);
  expect(await unknownOf(store, 'chips', 'c2')).toEqual([[]]);
});

it('what was made here and waits is on nothing', async () => {
  const store = await fleet();
  await store.commit([
    pending(local('new'), { name: 'TK' }, { collection: 'devices' }),
    pending(local('car'), { plate: 'NEW' }),
  ]);
  expect(await store.unknown('devices', [local('new')])).toEqual(new Map());
  expect(await store.unknown('vehicles', [local('car')])).toEqual(new Map());
});

it('the filter "None" leaves out what was not checked yet, which is found apart', async () => {
  const store = await fleet();
  expect(await store.values('vehicles', 'devices')).toEqual([
    { value: null, count: 1, isUnknown: true },
    { value: id('d1'), count: 1 },
    { value: null, count: 1 },
  ]);
  const foundBy = (filter: RecordFilter) => find(store, '', { filters: [filter] });
  expect(await foundBy({ field: 'devices', anyOf: [null] })).toEqual([id('v2')]);
  expect(await foundBy({ field: 'devices', isPresent: false })).toEqual([id('v2')]);
  expect(await foundBy({ field: 'devices', anyOf: [], withUnknown: true })).toEqual([id('v3')]);
  expect(await foundBy({ field: 'devices', anyOf: [id('d1')], withUnknown: true })).toEqual([
    id('v1'),
    id('v3'),
  ]);
});

it('nothing is counted as none before the list that is counted was read', async () => {
  const store = await openStore();
  await store.commit([told('enterprises', { e1: { name: 'Lux' } })]);
  expect(await unknownOf(store, 'enterprises', 'e1')).toEqual([['vehicles', 'devices', 'users']]);
  await store.commit([read('users')]);
  expect(await unknownOf(store, 'enterprises', 'e1')).toEqual([['vehicles', 'devices']]);
});
