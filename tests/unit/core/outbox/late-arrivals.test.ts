import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import { OutboxHouse } from './outbox-house';

/** A request times out after 30 s, and arrives 40 s later: beyond the stray time of 30 s. */
const TIMEOUT = 30_000;
const UNTIL_ARRIVED = 80_000;
const UNTIL_READ_BACK = 180_000;

let house: OutboxHouse;
let key: string;

beforeEach(async () => {
  house = await OutboxHouse.open();
  key = await house.key('vehicles');
});

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});

const edit = (fields: Fields) => house.outbox.update({ collection: 'vehicles', key, fields });
const description = () => house.service.world.vehicles.get(key)?.description;
const readBacks = () =>
  house.service.calls.filter(
    ({ operation, at }) => operation === 'vehicles.get' && at > UNTIL_ARRIVED,
  );

/** "first" times out, is sent again, then "second" is sent, and the lost "first" arrives. */
async function overtaken(): Promise<void> {
  house.failOnce('vehicles.update', 'veryLate');
  await edit({ description: 'first' });
  await house.pass(TIMEOUT + 5_000);
  await edit({ description: 'second' });
  await house.pass(32_000);
  expect(house.entries).toEqual([]);
  expect(description()).toBe('second');
  await house.pass(8_000);
  expect(description()).toBe('first');
}

const lateConflict = {
  state: 'attention',
  fields: { description: 'second' },
  trouble: {
    kind: 'conflict',
    isLate: true,
    fields: [{ field: 'description', base: 'second', theirs: 'first', mine: 'second' }],
  },
};

describe('an update that arrives after a later one was told sent', () => {
  it('is noticed by a read-back: a person is told', async () => {
    await overtaken();
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toMatchObject([lateConflict]);
    expect(await house.record('vehicles', key)).toMatchObject({
      told: { description: 'first' },
      fields: { description: 'second' },
      mark: 'attention',
    });
  });

  it('can be undone by sending the later one again', async () => {
    await overtaken();
    await house.pass(UNTIL_READ_BACK);
    const entryId = house.entries[0]?.id ?? '';
    await house.outbox.resolve({ entryId, fields: { description: 'second' } });
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    expect(description()).toBe('second');
  });

  it('can be left as it is', async () => {
    await overtaken();
    await house.pass(UNTIL_READ_BACK);
    const entryId = house.entries[0]?.id ?? '';
    await house.outbox.resolve({ entryId, fields: { description: 'first' } });
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    expect(description()).toBe('first');
  });

  it('is noticed after a restart, too', async () => {
    await overtaken();
    await house.restart();
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toMatchObject([lateConflict]);
  });

  it('is noticed once the service can be read again', async () => {
    await overtaken();
    house.link.set('offline');
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toEqual([]);
    house.link.set('online');
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toMatchObject([lateConflict]);
  });

  it('is left to the next change of the field, which compares before it is sent', async () => {
    await overtaken();
    await edit({ description: 'third' });
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toMatchObject([
      { fields: { description: 'third' }, trouble: { kind: 'conflict' } },
    ]);
  });
});

it('what never arrives is read back once, and nobody is told anything', async () => {
  house.failOnce('vehicles.update', 'timeoutBefore');
  await edit({ description: 'first' });
  await house.pass(TIMEOUT + 5_000);
  await edit({ description: 'second' });
  await house.pass(600_000);
  expect(house.entries).toEqual([]);
  expect(description()).toBe('second');
  expect(readBacks()).toHaveLength(1);
});

it('nothing is read back where a late arrival could undo nothing', async () => {
  house.failOnce('vehicles.update', 'veryLate');
  await edit({ description: 'first' });
  await house.pass(600_000);
  expect(house.entries).toEqual([]);
  expect(readBacks()).toHaveLength(0);
});

describe('a change that a person dropped while it was in doubt', () => {
  it('holds up later changes of its record over a restart', async () => {
    house.failOnce('vehicles.update', 'veryLate');
    const { entryId } = await edit({ description: 'first' });
    await house.pass(TIMEOUT + 1_000);
    await house.outbox.discard(entryId);
    await house.restart();
    await edit({ description: 'second' });
    await house.pass(25_000);
    expect(house.service.ours('vehicles.update')).toEqual([]);
    expect(house.entries).toMatchObject([{ state: 'waiting', holdUp: { kind: 'retry' } }]);
  });

  it('is told where it arrives all the same', async () => {
    const before = description();
    house.failOnce('vehicles.update', 'veryLate');
    const { entryId } = await edit({ description: 'first' });
    await house.pass(TIMEOUT + 1_000);
    await house.outbox.discard(entryId);
    await house.pass(UNTIL_READ_BACK);
    expect(description()).toBe('first');
    expect(house.entries).toMatchObject([
      { trouble: { kind: 'conflict', isLate: true, fields: [{ mine: before, theirs: 'first' }] } },
    ]);
  });
});

it('an activation that arrives after a later deactivation is told', async () => {
  const user = await house.key('users');
  const name = { collection: 'users' as const, key: user };
  await house.outbox.setActive(name, false);
  await house.pass(20_000);
  house.failOnce('users.setStatus', 'veryLate');
  await house.outbox.setActive(name, true);
  await house.pass(TIMEOUT + 1_000);
  await house.outbox.setActive(name, false);
  await house.pass(UNTIL_READ_BACK);
  expect(house.service.world.users.get(user)?.deactivatedAt ?? null).toBeNull();
  expect(house.entries).toMatchObject([{ kind: 'deactivate', trouble: { kind: 'late' } }]);
  await house.outbox.decide({ entryId: house.entries[0]?.id ?? '', verdict: 'sendAgain' });
  await house.pass(20_000);
  expect(house.entries).toEqual([]);
  expect(house.service.world.users.get(user)?.deactivatedAt ?? null).not.toBeNull();
});
