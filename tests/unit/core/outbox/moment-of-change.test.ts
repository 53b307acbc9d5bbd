import { expect, it } from 'vitest';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

/** The moment of the last change as the service told it; undefined where it did not. */
async function moment(collection: 'vehicles' | 'users', key: string): Promise<unknown> {
  const { told } = await house.record(collection, key);
  return told?.['updatedAt'];
}

it('a record does not keep the moment of a change before its last one', async () => {
  const key = await house.key('vehicles');
  expect(await moment('vehicles', key)).toEqual(expect.any(Number));
  await house.outbox.update({ collection: 'vehicles', key, fields: { description: 'new' } });
  await house.pass(2_000);
  // The answer to an update of a vehicle holds nothing but what was sent.
  expect(house.entries).toEqual([]);
  expect(await moment('vehicles', key)).toBeUndefined();
});

it('the moment that came with the answer to a change is taken', async () => {
  const key = await house.key('users');
  const before = await moment('users', key);
  await house.outbox.update({ collection: 'users', key, fields: { name: 'Outro Nome' } });
  await house.pass(2_000);
  expect(house.entries).toEqual([]);
  expect(await moment('users', key)).toBeGreaterThan(Number(before));
});

it('a change of somebody else that was the same leaves the moment as it was just read', async () => {
  const key = await house.key('vehicles');
  const before = await moment('vehicles', key);
  await house.pass(5_000);
  const data = { attributes: { description: 'same' } };
  await house.service.theirs('vehicles.update', { id: key, data });
  await house.outbox.update({ collection: 'vehicles', key, fields: { description: 'same' } });
  await house.pass(2_000);
  expect(house.entries).toEqual([]);
  expect(house.service.ours('vehicles.update')).toEqual([]);
  expect(await moment('vehicles', key)).toBeGreaterThan(Number(before));
});

it('a person who was deactivated is told without the moment before', async () => {
  const key = await house.key('users');
  await house.outbox.setActive({ collection: 'users', key }, false);
  await house.pass(12_000);
  expect(house.entries).toEqual([]);
  const { told } = await house.record('users', key);
  expect(told?.['deactivatedAt']).toEqual(expect.any(Number));
  expect(told?.['updatedAt']).toBeUndefined();
});

it('an answer from before a change is not taken for one after it, though its moment is not told', async () => {
  const key = await house.key('vehicles');
  const change = (description: string): Promise<unknown> =>
    house.outbox.update({ collection: 'vehicles', key, fields: { description } });
  await change('first');
  await house.pass(2_000);
  // A copy of the service that lags behind still has what was there before.
  house.failOnce('vehicles.get', 'stale');
  await change('second');
  await house.pass(30_000);
  expect(house.entries).toEqual([]);
  expect(house.service.ours('vehicles.update')).toHaveLength(2);
  expect((await house.record('vehicles', key)).fields['description']).toBe('second');
});
