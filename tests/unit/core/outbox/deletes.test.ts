import { describe, expect, it, vi } from 'vitest';
import type { StoredAssociation } from '@core/ports/store';
import { VirtualClock } from '../virtual-clock';
import { house, key, openHouseForEach } from './fresh-house';
import { OutboxHouse } from './outbox-house';

openHouseForEach();

const update = (attributes: Record<string, string>) =>
  house.service.theirs('vehicles.update', { id: key, data: { attributes } });

/** A clock on which a millisecond passes between two looks. */
class HoppingClock extends VirtualClock {
  #looksLeft = Infinity;
  #hopped = 0;

  /** The millisecond passes at the look of that number, counted from now. */
  hopAt(look: number): void {
    this.#looksLeft = look;
  }

  override monotonic(): number {
    this.#looksLeft -= 1;
    if (this.#looksLeft === 0) this.#hopped += 1;
    return super.monotonic() + this.#hopped;
  }
}

describe('a delete', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'goes out where its time is over at look %i of what can be sent',
    async (look) => {
      const clock = new HoppingClock();
      const office = await OutboxHouse.open({ clock });
      await office.outbox.delete('vehicles', [await office.key('vehicles')]);
      await office.pass(9_999);
      clock.hopAt(look);
      office.outbox.wake();
      await office.pass(60_000);
      expect(office.entries).toEqual([]);
      await office.close();
    },
  );

  it('is held for ten seconds, and for ten more after a restart', async () => {
    await house.outbox.delete('vehicles', [key]);
    expect(await house.record('vehicles', key)).toMatchObject({ mark: 'deleting' });
    await house.pass(9_000);
    await house.restart();
    await house.pass(9_000);
    expect(house.entries).toMatchObject([{ state: 'held', holdUp: { kind: 'undo' } }]);
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
  });

  it('of a record that others changed meanwhile needs a person, who sees what', async () => {
    const { description } = (await house.record('vehicles', key)).fields;
    await update({ description: 'reserved' });
    const { entryIds } = await house.outbox.delete('vehicles', [key]);
    await house.pass(15_000);
    expect(house.entries).toMatchObject([
      {
        state: 'attention',
        trouble: {
          kind: 'changed',
          fields: [{ field: 'description', base: description, theirs: 'reserved' }],
        },
      },
    ]);
    await house.outbox.decide({ entryId: entryIds[0] ?? '', verdict: 'sendAgain' });
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    const [deleted] = await house.outbox.deleted();
    expect(deleted?.fields['description']).toBe('reserved');
  });

  it('of a user who was deactivated here a moment ago goes through without a question', async () => {
    const user = await house.key('users');
    await house.outbox.setActive({ collection: 'users', key: user }, false);
    await house.pass(15_000);
    // The service's clock is a minute ahead of ours.
    const { users } = house.service.world;
    const there = users.get(user);
    if (there === undefined) throw new Error('There is no such user.');
    expect(there.deactivatedAt).not.toBeNull();
    users.put({ ...there, deactivatedAt: '2026-03-10T12:01:10.000Z' });
    await house.outbox.delete('users', [user]);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
    expect(house.service.world.users.get(user)).toBeUndefined();
  });

  it('does not take our own edit for that of others', async () => {
    await house.outbox.update({ collection: 'vehicles', key, fields: { code: 'K1' } });
    await house.pass(50);
    await house.outbox.delete('vehicles', [key]);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
  });

  it('of a vehicle that was associated meanwhile names with what', async () => {
    const { side, otherKey, label } = await associateByOthers();
    await house.outbox.delete('vehicles', [key]);
    await house.pass(15_000);
    expect(side).toBe('devices');
    expect(house.entries).toMatchObject([
      { trouble: { kind: 'changed', associatedWith: [label] } },
    ]);
    expect(otherKey).not.toBe('');
  });

  it('of a person does not take a vehicle that is listed for the first time for a new one', async () => {
    const { user, list } = await someoneOnAVehicle();
    await house.outbox.delete('users', [user]);
    await list(DAY_BEFORE);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
  });

  it('of a person who was put on a vehicle since needs a person, who sees which', async () => {
    const { user, list } = await someoneOnAVehicle();
    await house.outbox.delete('users', [user]);
    await list(house.clock.now() + 5_000);
    await house.pass(15_000);
    expect(house.entries).toMatchObject([
      {
        trouble: {
          kind: 'changed',
          associatedWith: [(await house.record('vehicles', key)).fields['plate']],
        },
      },
    ]);
  });

  it('of a person needs one, too, where all vehicles had been listed, and one has them now', async () => {
    const { user, list } = await someoneOnAVehicle();
    await listAll('users');
    await house.outbox.delete('users', [user]);
    await list(DAY_BEFORE);
    await house.pass(15_000);
    expect(house.entries).toMatchObject([{ trouble: { kind: 'changed' } }]);
  });

  it('is done where others did it first', async () => {
    await house.service.theirs('vehicles.delete', { ids: [key] });
    const { entryIds } = await house.outbox.delete('vehicles', [key]);
    await house.pass(15_000);
    expect(await house.entry(entryIds[0] ?? '')).toMatchObject({ state: 'sent' });
    expect(house.service.ours()).toEqual([]);
  });

  it('of what the service never got drops it at once, with all that was to follow', async () => {
    house.link.set('offline');
    const fields = { plate: 'QQQ1A23', typeName: 'car' };
    const { key: local } = await house.outbox.create({ collection: 'vehicles', fields });
    const otherKey = await house.key('devices');
    await house.outbox.associate({ vehicleKey: local, side: 'devices', otherKey, isMain: false });
    await house.outbox.delete('vehicles', [local]);
    expect(house.entries).toEqual([]);
    expect(await house.store.records('vehicles', [local])).toEqual([]);
    expect((await house.store.associationsOf(local, 'devices')).items).toEqual([]);
  });

  it('drops edits that wait once it is done, and lets them go on where it is taken back', async () => {
    house.link.set('offline');
    const edit = await house.outbox.update({ collection: 'vehicles', key, fields: { code: 'K1' } });
    const { entryIds } = await house.outbox.delete('vehicles', [key]);
    house.link.set('online');
    await house.pass(5_000);
    expect(house.service.calls).toEqual([]);
    await house.outbox.undo(entryIds[0] ?? '');
    await house.pass(5_000);
    expect(await house.entry(edit.entryId)).toMatchObject({ state: 'sent' });
    house.link.set('offline');
    const second = await house.outbox.update({
      collection: 'vehicles',
      key,
      fields: { code: 'K2' },
    });
    await house.outbox.delete('vehicles', [key]);
    house.link.set('online');
    await house.pass(30_000);
    expect(await house.entry(second.entryId)).toMatchObject({ state: 'discarded' });
    expect(house.service.ours('vehicles.update')).toHaveLength(1);
  });

  it('can’t be taken back any more once it went out', async () => {
    const { entryIds } = await house.outbox.delete('vehicles', [key]);
    await house.pass(30_000);
    await expect(house.outbox.undo(entryIds[0] ?? '')).rejects.toMatchObject({
      error: { code: 'conflict', reason: 'entry-done' },
    });
  });
});

const DAY_BEFORE = Date.UTC(2026, 2, 9);

/** A person, and what lists the vehicle as one that they have been on since a moment. */
async function someoneOnAVehicle(): Promise<{
  user: string;
  list: (since: number) => Promise<void>;
}> {
  const user = await house.key('users', 1);
  const list = async (createdAt: number) => {
    const association: StoredAssociation = {
      ...{ key: 'A1', vehicleKey: key, otherKey: user, isMain: false, createdAt },
      ...{ pendingMain: null, side: 'users' as const, mark: 'none' as const },
    };
    await house.store.commit([
      {
        ...{ kind: 'associationsListed', vehicleKey: key, side: 'users' },
        ...{ associations: [association], at: house.clock.now() },
      },
    ]);
  };
  return { user, list };
}

/** The whole fleet is known, and no vehicle has anything on that side. */
async function listAll(side: 'devices' | 'users'): Promise<void> {
  const at = house.clock.now();
  const sync = { pass: 1, nextPage: null, read: 1, completedAt: at, pagingRefused: false };
  await house.store.commit([
    { kind: 'sync', sync: { collection: 'vehicles', ...sync } },
    ...(await house.keys('vehicles', 1_000)).map((vehicleKey) => ({
      ...{ kind: 'associationsListed' as const, vehicleKey, side, associations: [], at },
    })),
  ]);
}

/** Another office puts a free device on the vehicle after it was listed here. */
async function associateByOthers(): Promise<{ side: string; otherKey: string; label: string }> {
  const { associations, otherKey } = await freeDevice();
  await house.store.commit([
    {
      ...{ kind: 'associationsListed', vehicleKey: key, side: 'devices' },
      ...{ associations: [], at: house.clock.now() },
    },
  ]);
  expect(associations).toBe(0);
  await house.service.theirs('deviceAssociations.create', {
    data: [{ vehicleId: key, deviceId: otherKey, isMainDevice: false }],
  });
  const label = (await house.record('devices', otherKey)).fields['name'] as string;
  return { side: 'devices', otherKey, label };
}

/** A device of the vehicle's enterprise that is on no vehicle; the vehicle's own come off. */
async function freeDevice(): Promise<{ associations: number; otherKey: string }> {
  const { world } = house.service;
  const now = new Date(house.clock.now()).toISOString();
  for (const association of world.deviceAssociations.currentOf(key)) {
    world.deviceAssociations.put({ ...association, deletedAt: now });
  }
  const fields = { name: 'Free tracker', imei: '490154203237518' };
  const enterprise = world.vehicles.get(key)?.enterpriseId ?? '';
  await house.service.theirs('devices.create', {
    data: [{ attributes: fields, relationships: { enterprise } }],
  });
  await house.sync('devices');
  const found = await house.store.find({
    ...{ collection: 'devices', search: 'Free tracker', filters: [], sort: [], withGone: false },
  });
  return {
    associations: [...world.deviceAssociations.currentOf(key)].length,
    otherKey: found[0] ?? '',
  };
}

describe('recently deleted', () => {
  it('can be made again with its associations, and says what can’t come back', async () => {
    const { otherKey } = await freeDevice();
    await house.service.theirs('deviceAssociations.create', {
      data: [{ vehicleId: key, deviceId: otherKey, isMainDevice: true }],
    });
    const { plate } = (await house.record('vehicles', key)).fields;
    await house.outbox.delete('vehicles', [key]);
    await house.pass(20_000);
    const [deleted] = await house.outbox.deleted();
    expect(deleted).toMatchObject({
      subject: { collection: 'vehicles', key },
      associations: expect.arrayContaining([
        { side: 'devices', label: 'Free tracker', isMain: true },
      ]) as unknown,
      lost: ['id', 'registrationNumber'],
      recreatedAs: null,
    });
    const { key: local } = await house.outbox.recreate(deleted?.id ?? '');
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    const id = await house.store.currentKey(local);
    expect(house.service.world.vehicles.get(id)?.plate).toBe(plate);
    expect(house.service.world.deviceAssociations.currentOf(id)).toMatchObject([
      { deviceId: otherKey, isMain: true },
    ]);
    expect(await house.outbox.deleted()).toMatchObject([{ recreatedAs: id }]);
  });

  it('is made again in one moment with its associations, while time goes on', async () => {
    const { otherKey } = await freeDevice();
    await house.service.theirs('deviceAssociations.create', {
      data: [{ vehicleId: key, deviceId: otherKey, isMainDevice: true }],
    });
    await house.outbox.delete('vehicles', [key]);
    await house.pass(20_000);
    const [deleted] = await house.outbox.deleted();
    house.link.set('offline');
    let read = house.clock.now();
    vi.spyOn(house.clock, 'now').mockImplementation(() => (read += 1));
    const { entryId } = await house.outbox.recreate(deleted?.id ?? '');
    const [create, ...additions] = house.entries;
    expect(create).toMatchObject({ id: entryId, kind: 'create' });
    expect(additions.length).toBeGreaterThan(0);
    for (const each of additions) {
      expect(each).toMatchObject({
        kind: 'associate',
        createdAt: create?.createdAt,
        holdUp: { kind: 'after', entryId },
      });
    }
  });

  it('needs a password again for a user', async () => {
    const user = await house.key('users', 1);
    await house.outbox.delete('users', [user]);
    await house.pass(20_000);
    const [deleted] = await house.outbox.deleted();
    expect(deleted?.lost).toEqual(expect.arrayContaining(['id', 'password']));
    await expect(house.outbox.recreate(deleted?.id ?? '')).rejects.toMatchObject({
      error: { fields: [{ path: 'password' }] },
    });
    await house.outbox.recreate(deleted?.id ?? '', 'de novo');
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
  });
});
