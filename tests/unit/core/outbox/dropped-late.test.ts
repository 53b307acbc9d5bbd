import { expect, it } from 'vitest';
import { house, openHouseForEach } from './fresh-house';

openHouseForEach();

/** A request times out after 30 s, arrives 40 s later, and is read back then. */
const TIMED_OUT = 31_000;
const UNTIL_READ_BACK = 180_000;

async function takeBack(): Promise<void> {
  await house.outbox.decide({ entryId: house.entries[0]?.id ?? '', verdict: 'sendAgain' });
  await house.pass(30_000);
  expect(house.entries).toEqual([]);
}

const dropped = { kind: 'late', isDropped: true } as const;

it('a deactivation that a person dropped in doubt, and that arrives, is told and taken back', async () => {
  const key = await house.key('users');
  const user = () => house.service.world.users.get(key);
  house.failOnce('users.setStatus', 'veryLate');
  const { entryId } = await house.outbox.setActive({ collection: 'users', key }, false);
  await house.pass(10_000 + TIMED_OUT);
  await house.outbox.discard(entryId);
  await house.pass(UNTIL_READ_BACK);
  expect(user()?.deactivatedAt ?? null).not.toBeNull();
  expect(house.entries).toMatchObject([{ kind: 'activate', subject: { key }, trouble: dropped }]);
  await takeBack();
  expect(user()?.deactivatedAt ?? null).toBeNull();
});

it('a deactivation that a person dropped while it was looked for, and that arrives, is told', async () => {
  const key = await house.key('users');
  const { entryId } = await house.outbox.setActive({ collection: 'users', key }, false);
  const drops: Promise<void>[] = [];
  let isSent = false;
  house.service.fault = (operation) => {
    if (operation === 'users.get' && isSent && drops.length === 0) {
      drops.push(house.outbox.discard(entryId));
    }
    if (operation !== 'users.setStatus' || isSent) return null;
    isSent = true;
    return 'veryLate';
  };
  await house.pass(10_000 + TIMED_OUT + 4_000);
  await Promise.all(drops);
  expect((await house.entry(entryId)).state).toBe('discarded');
  await house.pass(UNTIL_READ_BACK);
  expect(house.entries).toMatchObject([{ kind: 'activate', subject: { key }, trouble: dropped }]);
});

it('a device that a person dropped in doubt, and that arrives, is told and taken off', async () => {
  const { outbox, store, service } = house;
  const made = [
    await outbox.create({ collection: 'vehicles', fields: { plate: 'QQQ1A23', typeName: 'car' } }),
    await outbox.create({
      collection: 'devices',
      fields: { name: 'One', imei: '490154203237518' },
    }),
  ];
  await house.pass(20_000);
  const [vehicleKey = '', otherKey = ''] = await Promise.all(
    made.map(({ key }) => store.currentKey(key)),
  );
  const atService = () => [...service.world.deviceAssociations.currentOf(vehicleKey)];
  house.failOnce('deviceAssociations.create', 'veryLate');
  const { entryId } = await outbox.associate({
    ...{ vehicleKey, side: 'devices', otherKey, isMain: true },
  });
  await house.pass(TIMED_OUT);
  await outbox.discard(entryId);
  await house.pass(UNTIL_READ_BACK);
  expect(atService()).toHaveLength(1);
  expect(house.entries).toMatchObject([{ kind: 'dissociate', trouble: dropped }]);
  await takeBack();
  expect(atService()).toEqual([]);
});

it('a dropped deactivation that never arrives tells nobody anything', async () => {
  const key = await house.key('users');
  house.failOnce('users.setStatus', 'timeoutBefore');
  const { entryId } = await house.outbox.setActive({ collection: 'users', key }, false);
  await house.pass(10_000 + TIMED_OUT);
  await house.outbox.discard(entryId);
  await house.pass(600_000);
  expect(house.entries).toEqual([]);
  expect(house.service.world.users.get(key)?.deactivatedAt ?? null).toBeNull();
});
