import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxEntry } from '@contract/outbox';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

let keys: string[];

beforeEach(async () => {
  keys = await house.keys('vehicles', 6);
});

const isOnHold = ({ trouble }: OutboxEntry) =>
  trouble?.kind === 'refused' && trouble.isOnHold === true;
const onHold = () => house.entries.filter(isOnHold);
const sendAgain = (entry: OutboxEntry | undefined) =>
  house.outbox.correct({ entryId: entry?.id ?? '', fields: {} });
const refuse = (operation: string) => {
  house.service.fault = (called) => (called === operation ? 'forbidden' : null);
};
const refuseNothing = () => {
  house.service.fault = () => null;
};

/** Two changes that the service refuses, and two that are on hold for that. */
async function stopFour(operation: string, change: () => Promise<unknown>): Promise<void> {
  refuse(operation);
  await change();
  await house.pass(180_000);
  expect(house.entries.map(({ state }) => state)).toEqual(Array(4).fill('attention'));
  expect(onHold()).toHaveLength(2);
}

const deleteFour = () => house.outbox.delete('vehicles', keys.slice(0, 4));
const update = (key = '') =>
  house.outbox.update({ collection: 'vehicles', key, fields: { description: 'new' } });
const updateFour = async () => {
  house.link.set('offline');
  for (const key of keys.slice(0, 4)) await update(key);
  house.link.set('online');
};
const deactivateFour = async () => {
  const users = await Promise.all(
    (await house.keys('users', 12)).map((key) => house.record('users', key)),
  );
  const active = users.filter(({ fields }) => fields['deactivatedAt'] === null);
  for (const { key } of active.slice(0, 4)) {
    await house.outbox.setActive({ collection: 'users', key }, false);
  }
};
const addToFour = async () =>
  house.outbox.associateSeveral({
    ...{ side: 'users', vehicleKeys: keys.slice(0, 4), otherKeys: [await strange()] },
  });

/** A person who is on none of the vehicles. */
async function strange(): Promise<string> {
  const { userAssociations } = house.service.world;
  const theirs = keys.flatMap((key) => [...userAssociations.currentOf(key)]);
  const users = await house.keys('users', 12);
  return users.find((key) => theirs.every(({ userId }) => userId !== key)) ?? '';
}

const deleted = () => keys.filter((key) => house.service.world.vehicles.get(key) === undefined);

describe('what takes something away and was on hold', () => {
  it.each([
    ['deletes', 'vehicles.delete', deleteFour],
    ['deactivations', 'users.setStatus', deactivateFour],
  ] as const)(
    'can be undone for ten seconds once another one is accepted: %s',
    async (_, operation, change) => {
      await stopFour(operation, change);
      const [tried, follower] = onHold();
      refuseNothing();
      await sendAgain(tried);
      await house.pass(8_000);
      expect(house.service.ours(operation)).toHaveLength(1);
      expect(house.entries.find(({ id }) => id === follower?.id)).toMatchObject({
        ...{ state: 'held', trouble: null, holdUp: { kind: 'undo' } },
      });
      await house.outbox.undo(follower?.id ?? '');
      await house.pass(60_000);
      expect(house.service.ours(operation)).toHaveLength(1);
    },
  );

  it('can be undone once another one is accepted: additions entered together', async () => {
    const made = async (collection: 'vehicles' | 'users', fields: Record<string, string>) => {
      const password = collection === 'users' ? { password: 'x' } : {};
      return (await house.outbox.create({ collection, fields, ...password })).key;
    };
    const ana = await made('users', { username: 'ana.souza', name: 'Ana Souza' });
    const vehicleKeys: string[] = [];
    for (const plate of ['AAA1A11', 'BBB2B22', 'CCC3C33', 'DDD4D44']) {
      vehicleKeys.push(await made('vehicles', { plate, typeName: 'car' }));
    }
    await house.pass(30_000);
    await stopFour('userAssociations.create', () =>
      house.outbox.associateSeveral({ side: 'users', vehicleKeys, otherKeys: [ana] }),
    );
    const [tried, follower] = onHold();
    refuseNothing();
    await sendAgain(tried);
    const now = () => house.entries.find(({ id }) => id === follower?.id);
    while (now()?.state === 'attention') await house.pass(500);
    expect(now()).toMatchObject({
      ...{ state: 'held', trouble: null, holdUp: { kind: 'undo' } },
    });
    const { undone, stays } = await house.outbox.undo(follower?.id ?? '');
    expect(undone).toHaveLength(3);
    expect(undone.map(({ id }) => id)).toContain(follower?.id);
    expect(stays.map(({ id, state }) => [id, state])).toEqual([[tried?.id, 'sent']]);
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    const has = ({ subject, other }: OutboxEntry) =>
      [...house.service.world.userAssociations.currentOf(subject.key)].some(
        ({ userId }) => userId === other?.key,
      );
    expect([...stays, ...undone].map(has)).toEqual([true, false, false, false]);
  });

  it('goes out where nobody undoes it', async () => {
    await stopFour('vehicles.delete', deleteFour);
    const held = onHold().map(({ subject }) => subject.key);
    refuseNothing();
    await sendAgain(onHold()[0]);
    await house.pass(60_000);
    expect(deleted()).toEqual(held);
    expect(onHold()).toEqual([]);
  });
});

describe('a new change that is accepted lets no old one go', () => {
  it('a delete after a restart, which forgot what was refused', async () => {
    await stopFour('vehicles.delete', deleteFour);
    refuseNothing();
    await house.restart();
    await house.outbox.delete('vehicles', keys.slice(5));
    await house.pass(120_000);
    expect(deleted()).toEqual(keys.slice(5));
    expect(onHold()).toHaveLength(2);
  });

  it('a delete after the next sign-in', async () => {
    await stopFour('vehicles.delete', deleteFour);
    refuseNothing();
    house.capabilities.tryAgain({ resource: 'vehicles', verb: 'delete' });
    await house.outbox.delete('vehicles', keys.slice(5));
    await house.pass(120_000);
    expect(deleted()).toEqual(keys.slice(5));
    expect(onHold()).toHaveLength(2);
  });

  it('an update; but an old one that a person sends again after the restart does', async () => {
    await stopFour('vehicles.update', updateFour);
    refuseNothing();
    await house.restart();
    await update(keys[5]);
    await house.pass(60_000);
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
    expect(onHold()).toHaveLength(2);
    await sendAgain(onHold()[0]);
    await house.pass(60_000);
    expect(house.service.ours('vehicles.update')).toHaveLength(3);
    expect(onHold()).toEqual([]);
  });
});

describe('what is done without a word of the service lets nothing go', () => {
  const isRefused = () => house.capabilities.isRefused({ resource: 'vehicles', verb: 'update' });

  it.each([
    ['at once', 0],
    ['after a look that failed', 1],
  ])('an addition that is refused, and that others have made: found %s', async (_, failures) => {
    await stopFour('userAssociations.create', addToFour);
    const [tried, other] = onHold();
    const { world } = house.service;
    world.userAssociations.add({
      ...{ ...world.newIdentity(), nature: 'PERMISSION' },
      ...{ vehicleId: tried?.subject.key ?? '', userId: tried?.other?.key ?? '' },
      ...{ createdAt: world.timestamp(), deletedAt: null },
    });
    let left = failures;
    house.service.fault = (operation) => {
      if (operation === 'userAssociations.create') return 'forbidden';
      if (operation !== 'userAssociations.list' || left === 0) return null;
      left -= 1;
      return 'faultBefore';
    };
    await sendAgain(tried);
    await house.pass(120_000);
    expect(left).toBe(0);
    expect((await house.entry(tried?.id ?? '')).state).toBe('sent');
    expect(onHold().map(({ id }) => id)).toEqual([other?.id]);
  });

  it('a change that a person discards while it is looked for', async () => {
    await stopFour('vehicles.update', updateFour);
    const [tried, other] = onHold();
    const discards: Promise<void>[] = [];
    let isLost = false;
    house.service.fault = (operation) => {
      if (operation === 'vehicles.get' && isLost && discards.length === 0) {
        discards.push(house.outbox.discard(tried?.id ?? ''));
      }
      if (operation !== 'vehicles.update') return null;
      isLost = true;
      return 'timeoutBefore';
    };
    await sendAgain(tried);
    await house.pass(35_000);
    await Promise.all(discards);
    expect(discards).toHaveLength(1);
    refuseNothing();
    await house.pass(120_000);
    expect((await house.entry(tried?.id ?? '')).state).toBe('discarded');
    expect(isRefused()).toBe(true);
    expect(onHold().map(({ id }) => id)).toEqual([other?.id]);
  });
});
