import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '@adapters/store/connection';
import type { RecordMark } from '@contract/records';
import type { Store, StoredAssociation } from '@core/ports/store';
import { association, id, local, openStore, told } from './stored';

const person = (key: string, other: string, nature?: string): StoredAssociation => ({
  ...association(key, { side: 'users', otherKey: id(other), createdAt: key.charCodeAt(1) }),
  ...(nature !== undefined && { nature }),
});

/** A vehicle with these people. */
async function fleet(...people: StoredAssociation[]): Promise<Store> {
  const store = await openStore();
  await store.commit([
    told('vehicles', { v1: { plate: 'AXN9Z52' }, v2: { plate: 'LHT2F29' } }),
    told('users', { u1: { name: 'Felipe Alves' }, u2: { name: 'Central' } }),
    {
      ...{ kind: 'associationsListed', vehicleKey: id('v1'), side: 'users', at: 5 },
      associations: people,
    },
  ]);
  return store;
}

const driversOf = async (store: Store, vehicle = 'v1') =>
  (await store.derived('vehicles', [id(vehicle)])).get(id(vehicle))?.['drivers'];
const vehiclesOf = async (store: Store, user: string) =>
  (await store.derived('users', [id(user)])).get(id(user))?.['vehicles'];
const found = async (store: Store, search: string) => {
  const terms = { filters: [], sort: [], withGone: false, related: true };
  return (await store.search({ collection: 'vehicles', search, ...terms })).keys;
};

it('the driver column names the drivers alone, where the service says who drives', async () => {
  const store = await fleet(
    person(id('a1'), 'u1', 'PERMISSION'),
    person(id('a2'), 'u2', ' driver '),
  );
  expect(await driversOf(store)).toEqual([id('u2')]);
  expect(await vehiclesOf(store, 'u1')).toEqual([id('v1')]);
});

it('everybody may drive where the service never says who does, until it does', async () => {
  const store = await fleet(person(id('a1'), 'u1'), person(id('a2'), 'u2'));
  expect(await driversOf(store)).toEqual([id('u1'), id('u2')]);
  await store.commit([
    {
      ...{ kind: 'associationsListed', vehicleKey: id('v2'), side: 'users', at: 6 },
      associations: [{ ...person(id('a3'), 'u2', 'DRIVER'), vehicleKey: id('v2') }],
    },
  ]);
  expect(await driversOf(store)).toBeUndefined();
  expect(await driversOf(store, 'v2')).toEqual([id('u2')]);
});

it('a list that says who drives only now is believed, even where the people are the same', async () => {
  const store = await fleet(person(id('a1'), 'u1'), person(id('a2'), 'u2'));
  expect(await driversOf(store)).toEqual([id('u1'), id('u2')]);
  await store.commit([
    {
      ...{ kind: 'associationsListed', vehicleKey: id('v1'), side: 'users', at: 6 },
      associations: [person(id('a1'), 'u1', 'PERMISSION'), person(id('a2'), 'u2', 'DRIVER')],
    },
  ]);
  expect(await driversOf(store)).toEqual([id('u2')]);
});

it('a commit without associations reads none, though the service never says who drives', async () => {
  const store = await fleet(person(id('a1'), 'u1'));
  expect(await driversOf(store)).toEqual([id('u1')]);
  const numbers = vi.spyOn(Connection.prototype, 'number');
  onTestFinished(() => {
    numbers.mockRestore();
  });
  for (const plate of ['AXN9Z53', 'AXN9Z54']) {
    await store.commit([told('vehicles', { v1: { plate } })]);
    expect(await driversOf(store)).toEqual([id('u1')]);
  }
  expect(numbers.mock.calls.filter(([sql]) => sql.includes('associations'))).toEqual([]);
});

it.each<[string, string, RecordMark, boolean]>([
  ['an addition that waits', local('new'), 'waiting', true],
  ['an addition that the service refused', local('new'), 'attention', false],
  ['a removal that the service refused', id('a1'), 'attention', true],
  ['a removal that waits', id('a1'), 'deleting', false],
])('%s counts in lists and search: %s, %s, %s', async (_, key, mark, isThere) => {
  const store = await fleet(...(key === id('a1') ? [person(key, 'u1')] : []));
  await store.commit([{ kind: 'association', association: { ...person(key, 'u1'), mark } }]);
  expect(await vehiclesOf(store, 'u1')).toEqual(isThere ? [id('v1')] : undefined);
  expect(await driversOf(store)).toEqual(isThere ? [id('u1')] : undefined);
  expect(await found(store, 'felipe')).toEqual(isThere ? [id('v1')] : []);
});
