import { beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '@contract/records';
import { house, key, openHouseForEach } from './fresh-house';

openHouseForEach();

/** A request times out after 30 s, and arrives 40 s later: beyond the stray time of 30 s. */
const TIMEOUT = 30_000;
const UNTIL_ARRIVED = 80_000;
const UNTIL_READ_BACK = 180_000;

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

describe('a field that the service never returns', () => {
  const number = () => house.service.world.vehicles.get(key)?.registrationNumber;

  it('that was overtaken is sent once more, with no question', async () => {
    house.failOnce('vehicles.update', 'veryLate');
    await edit({ registrationNumber: 'first' });
    await house.pass(TIMEOUT + 5_000);
    await edit({ registrationNumber: 'second' });
    await house.pass(40_000);
    expect(number()).toBe('first');
    await house.pass(UNTIL_READ_BACK);
    expect(number()).toBe('second');
    expect(house.entries).toEqual([]);
  });

  describe('that was overtaken, where the record can not be read back', () => {
    beforeEach(async () => {
      house.failOnce('vehicles.update', 'veryLate');
      await edit({ registrationNumber: 'first' });
      await house.pass(TIMEOUT + 5_000);
      await edit({ registrationNumber: 'second' });
      await house.pass(40_000);
      expect(number()).toBe('first');
    });

    it('is sent once more all the same', async () => {
      house.failOnce('vehicles.get', 'forbidden');
      await house.pass(UNTIL_READ_BACK);
      expect(number()).toBe('second');
      expect(house.entries).toEqual([]);
    });

    it('waits for a person where that is refused, too', async () => {
      house.service.fault = (operation) => (operation === 'vehicles.get' ? 'forbidden' : null);
      await house.pass(UNTIL_READ_BACK);
      expect(house.entries).toMatchObject([
        { fields: { registrationNumber: 'second' }, trouble: { kind: 'refused' } },
      ]);
    });
  });

  it('stays as the service has it where the change was dropped and none was sent since', async () => {
    house.failOnce('vehicles.update', 'veryLate');
    const { entryId } = await edit({ registrationNumber: 'first' });
    await house.pass(TIMEOUT + 1_000);
    await house.outbox.discard(entryId);
    await house.pass(UNTIL_READ_BACK);
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
    expect(house.entries).toEqual([]);
  });
});

it('a change that was found after its second request waits for the first one, too', async () => {
  house.failOnce('vehicles.update', 'veryLate');
  await edit({ description: 'first' });
  await house.pass(TIMEOUT + 5_000);
  house.failOnce('vehicles.update', 'resetAfter');
  await edit({ description: 'second' });
  await house.pass(UNTIL_READ_BACK);
  expect(description()).toBe('second');
  expect(house.entries).toEqual([]);
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

  it('leaves what others set since our last change, not that change of ours', async () => {
    await edit({ description: 'ours' });
    await house.pass(20_000);
    await house.service.theirs('vehicles.update', {
      id: key,
      data: { attributes: { description: 'theirs' } },
    });
    await house.sync('vehicles');
    house.failOnce('vehicles.update', 'veryLate');
    const { entryId } = await edit({ description: 'first' });
    await house.pass(TIMEOUT + 1_000);
    await house.outbox.discard(entryId);
    await house.pass(UNTIL_READ_BACK);
    expect(description()).toBe('first');
    expect(house.entries).toMatchObject([
      {
        fields: { description: 'theirs' },
        trouble: { isLate: true, fields: [{ base: 'theirs' }] },
      },
    ]);
  });
});

describe('a create that a person dropped while it was in doubt', () => {
  const fields = { plate: 'QQQ1A23', typeName: 'car' };
  const create = () => house.outbox.create({ collection: 'vehicles', fields });
  const made = () =>
    house.service.world.vehicles.page(0, 100).filter(({ plate }) => plate === fields.plate);

  async function dropped(fault: 'veryLate' | 'timeoutBefore'): Promise<void> {
    house.failOnce('vehicles.create', fault);
    const { entryId } = await create();
    await house.pass(TIMEOUT + 1_000);
    await house.outbox.discard(entryId);
  }

  it('is told where it arrives all the same: the record can be deleted', async () => {
    await dropped('veryLate');
    await house.pass(UNTIL_READ_BACK);
    expect(made()).toHaveLength(1);
    expect(house.entries).toMatchObject([{ kind: 'delete', trouble: { kind: 'late' } }]);
    await house.outbox.decide({ entryId: house.entries[0]?.id ?? '', verdict: 'sendAgain' });
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    expect(made()).toEqual([]);
  });

  it('and entered again: the only record is not offered for deletion', async () => {
    await dropped('timeoutBefore');
    await create();
    await house.pass(600_000);
    expect(made()).toHaveLength(1);
    expect(house.entries).toEqual([]);
    // And it is looked for no longer.
    expect(await house.store.note('outbox.strays')).toBeNull();
  });

  it('and entered again, with an answer that is under way at the read-back: neither', async () => {
    await dropped('timeoutBefore');
    await house.pass(50_000);
    house.failOnce('vehicles.create', 'timeoutAfter');
    await create();
    await house.pass(600_000);
    expect(made()).toHaveLength(1);
    expect(house.entries).toEqual([]);
  });
});

describe('on a vehicle with two devices', () => {
  let vehicleKey: string;
  let one: string;
  let two: string;

  beforeEach(async () => {
    const { outbox, store } = house;
    const made = async (collection: 'vehicles' | 'devices', fields: Fields) =>
      (await outbox.create({ collection, fields })).key;
    const names = [
      await made('vehicles', { plate: 'QQQ1A23', typeName: 'car' }),
      await made('devices', { name: 'One', imei: '490154203237518' }),
      await made('devices', { name: 'Two', imei: '356938035643809' }),
    ];
    await house.pass(20_000);
    [vehicleKey = '', one = '', two = ''] = await Promise.all(
      names.map((name) => store.currentKey(name)),
    );
    await put(one, true);
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
  });

  const put = (otherKey: string, isMain: boolean) =>
    house.outbox.associate({ vehicleKey, side: 'devices', otherKey, isMain });
  const atService = () => [...house.service.world.deviceAssociations.currentOf(vehicleKey)];
  const nameOf = (device: string) => ({
    ...{ vehicleKey, side: 'devices' as const },
    key: atService().find(({ deviceId }) => deviceId === device)?.id ?? '',
  });
  const mains = () => atService().flatMap(({ isMain, deviceId }) => (isMain ? [deviceId] : []));

  async function sendAgain(): Promise<void> {
    await house.outbox.decide({ entryId: house.entries[0]?.id ?? '', verdict: 'sendAgain' });
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
  }

  it('a device that arrives after it was taken off is told', async () => {
    house.failOnce('deviceAssociations.create', 'veryLate');
    await put(two, false);
    await house.pass(45_000);
    // The request arrives 40 s from here.
    house.service.beginLife();
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    await house.outbox.dissociate(nameOf(two));
    await house.pass(15_000);
    expect(atService()).toHaveLength(1);
    await house.pass(UNTIL_READ_BACK);
    expect(atService()).toHaveLength(2);
    expect(house.entries).toMatchObject([{ kind: 'dissociate', trouble: { kind: 'late' } }]);
    await sendAgain();
    expect(atService()).toMatchObject([{ deviceId: one }]);
  });

  it('a main device that arrives after another was made that is told', async () => {
    await put(two, false);
    await house.pass(5_000);
    house.failOnce('deviceAssociations.update', 'veryLate');
    await house.outbox.makeMain(nameOf(two));
    await house.pass(65_000);
    expect(house.entries).toEqual([]);
    await house.outbox.makeMain(nameOf(one));
    await house.pass(3_000);
    expect(mains()).toEqual([one]);
    await house.pass(UNTIL_READ_BACK);
    expect(mains()).toEqual([two]);
    expect(house.entries).toMatchObject([{ kind: 'makeMain', trouble: { kind: 'late' } }]);
    await sendAgain();
    expect(mains()).toEqual([one]);
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
