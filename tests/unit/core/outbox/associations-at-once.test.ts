import { afterEach, beforeEach, expect, it } from 'vitest';
import { OutboxHouse } from './outbox-house';

let house: OutboxHouse;
let plates: string[];
let user: string;

beforeEach(async () => {
  house = await OutboxHouse.open();
  house.link.set('offline');
  const { outbox, store } = house;
  const made: string[] = [];
  for (const plate of ['AAA1A11', 'BBB2B22', 'CCC3C33']) {
    const fields = { plate, typeName: 'car' };
    made.push((await outbox.create({ collection: 'vehicles', fields })).key);
  }
  const person = { username: 'ana.souza', name: 'Ana Souza' };
  const { key } = await outbox.create({ collection: 'users', fields: person, password: 'x' });
  house.link.set('online');
  await house.pass(6_000);
  expect(house.entries).toEqual([]);
  plates = await Promise.all(made.map((each) => store.currentKey(each)));
  user = await store.currentKey(key);
});

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});

const several = (vehicleKeys: readonly string[]) =>
  house.outbox.associateSeveral({ side: 'users', vehicleKeys, otherKeys: [user] });
const vehicles = async () =>
  (await house.store.vehiclesOf('users', user)).map(({ vehicleKey }) => vehicleKey).sort();
const atService = () =>
  plates.reduce(
    (sum, key) => sum + [...house.service.world.userAssociations.currentOf(key)].length,
    0,
  );

it('several vehicles for a person: one action, an entry each, sent after ten seconds', async () => {
  const { entryIds } = await several(plates);
  expect(entryIds).toHaveLength(3);
  expect(await vehicles()).toEqual([...plates].sort());
  expect(new Set(house.entries.map(({ action }) => action)).size).toBe(1);
  expect(house.entries.map(({ state }) => state)).toEqual(['held', 'held', 'held']);
  await house.pass(9_000);
  expect(atService()).toBe(0);
  await house.pass(6_000);
  expect(house.entries).toEqual([]);
  expect(atService()).toBe(3);
});

it('several vehicles for a person: one undo takes all of them back', async () => {
  const { entryIds } = await several(plates);
  await house.outbox.undo(entryIds[1] ?? '');
  expect(house.entries).toEqual([]);
  expect(await vehicles()).toEqual([]);
  await house.pass(20_000);
  expect(atService()).toBe(0);
});

it('several vehicles for a person: one undo takes all of them back for as long as the office is offline', async () => {
  house.link.set('offline');
  const { entryIds } = await several(plates);
  await house.pass(3_600_000);
  expect(house.entries.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  await house.outbox.undo(entryIds[1] ?? '');
  expect(house.entries).toEqual([]);
  expect(await vehicles()).toEqual([]);
  house.link.set('online');
  await house.pass(20_000);
  expect(atService()).toBe(0);
});

it('several at once: a refused one is named, the others go, and its discard drops it alone', async () => {
  const [one = '', two = ''] = plates;
  house.link.set('offline');
  const make = async (name: string, imei: string) =>
    (await house.outbox.create({ collection: 'devices', fields: { name, imei } })).key;
  const free = await make('Free', '490154203237518');
  const taken = await make('Taken', '356938035643809');
  house.link.set('online');
  await house.pass(6_000);
  const otherKeys = await Promise.all([taken, free].map((key) => house.store.currentKey(key)));
  // Another office puts one of them elsewhere.
  await house.service.theirs('deviceAssociations.create', {
    data: [{ vehicleId: two, deviceId: otherKeys[0] ?? '', isMainDevice: true }],
  });
  await house.outbox.associateSeveral({ side: 'devices', vehicleKeys: [one], otherKeys });
  await house.pass(40_000);
  const [stuck, ...others] = house.entries;
  expect(others).toEqual([]);
  expect(stuck).toMatchObject({ state: 'attention', other: { label: 'Taken' } });
  const { id = '' } = stuck ?? {};
  expect(house.outbox.discardEffects(id)).toEqual({ dropped: [], released: [] });
  await house.outbox.discard(id);
  const { items } = await house.store.associationsOf(one, 'devices');
  expect(items.map(({ otherKey }) => otherKey)).toEqual([otherKeys[1]]);
});

it('several vehicles for a person: while some wait, one can be taken off alone', async () => {
  house.link.set('offline');
  await several(plates);
  await house.pass(12_000);
  expect(house.entries.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  const [first] = await house.store.vehiclesOf('users', user);
  const { vehicleKey = '', key = '' } = first ?? {};
  await house.outbox.dissociate({ vehicleKey, side: 'users', key });
  expect(house.entries).toHaveLength(2);
  expect(await vehicles()).toHaveLength(2);
  house.link.set('online');
  await house.pass(6_000);
  expect(atService()).toBe(2);
});

it('several vehicles for a person: what is there stays, and a removal that waits is dropped', async () => {
  const [one = '', two = ''] = plates;
  await several([one, two]);
  await house.pass(16_000);
  const [there] = await house.store.vehiclesOf('users', user);
  const { vehicleKey = '', key = '' } = there ?? {};
  await house.outbox.dissociate({ vehicleKey, side: 'users', key });
  const { entryIds } = await several(plates);
  expect(entryIds).toHaveLength(1);
  await house.pass(16_000);
  expect(await vehicles()).toEqual([...plates].sort());
  expect(atService()).toBe(3);
});

it('several people for a vehicle are one action, too', async () => {
  const [one = ''] = plates;
  house.link.set('offline');
  const person = { username: 'rui.lima', name: 'Rui Lima' };
  const { key } = await house.outbox.create({ collection: 'users', fields: person, password: 'x' });
  const { entryIds } = await house.outbox.associateSeveral({
    ...{ side: 'users', vehicleKeys: [one], otherKeys: [user, key, key] },
  });
  expect(entryIds).toHaveLength(2);
  house.link.set('online');
  await house.pass(20_000);
  expect(house.entries).toEqual([]);
  expect((await house.store.associationsOf(one, 'users')).items).toHaveLength(2);
});
