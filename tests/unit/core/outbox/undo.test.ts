import { describe, expect, it } from 'vitest';
import {
  atService,
  deviceKey,
  devices,
  house,
  nameOf,
  otherDevice,
  put,
  takeElsewhere,
  vehicleKey,
  openHouseForEach,
} from './vehicle-with-device';

openHouseForEach();

describe('removing a device from its vehicle', () => {
  it('waits ten seconds, in which it can be undone', async () => {
    const { entryId } = await house.outbox.dissociate(await nameOf(deviceKey));
    await house.pass(9_000);
    expect(house.entries).toMatchObject([{ state: 'held', holdUp: { kind: 'undo' } }]);
    expect(await devices()).toMatchObject([{ mark: 'deleting' }]);
    await house.outbox.undo(entryId);
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(await devices()).toMatchObject([{ mark: 'none' }]);
    expect(atService()).toEqual([deviceKey]);
  });

  it('goes out after ten seconds, and ten more after a restart', async () => {
    await house.outbox.dissociate(await nameOf(deviceKey));
    await house.pass(9_000);
    await house.restart();
    await house.pass(9_000);
    expect(house.entries).toMatchObject([{ state: 'held' }]);
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([]);
  });

  it('can be undone for as long as the office is offline', async () => {
    house.link.set('offline');
    const { entryId } = await house.outbox.dissociate(await nameOf(deviceKey));
    await house.pass(3_600_000);
    expect(house.entries).toMatchObject([{ state: 'waiting' }]);
    await house.outbox.undo(entryId);
    house.link.set('online');
    await house.pass(5_000);
    expect(atService()).toEqual([deviceKey]);
  });
});

describe('deactivating a user', () => {
  it('waits ten seconds, in which it can be undone', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    const { entryId } = await house.outbox.setActive(user, false);
    await house.pass(9_000);
    expect((await house.record('users', user.key)).fields['deactivatedAt']).not.toBeNull();
    await house.outbox.undo(entryId);
    await house.pass(60_000);
    expect(house.service.ours('users.setStatus')).toEqual([]);
    expect((await house.record('users', user.key)).fields['deactivatedAt']).toBeNull();
  });

  it('can’t be undone any more once it went out', async () => {
    const user = { collection: 'users' as const, key: await house.key('users', 1) };
    const { entryId } = await house.outbox.setActive(user, false);
    await house.pass(20_000);
    await expect(house.outbox.undo(entryId)).rejects.toMatchObject({
      error: { reason: 'entry-done' },
    });
  });
});

describe('a single addition that waits', () => {
  it('is taken back, and never reaches the service', async () => {
    house.link.set('offline');
    const { entryId } = await put(otherDevice, false);
    expect(house.entries).toMatchObject([{ state: 'waiting', action: null }]);
    const { undone } = await house.outbox.undo(entryId);
    expect(undone.map(({ id }) => id)).toEqual([entryId]);
    expect(house.entries).toEqual([]);
    house.link.set('online');
    await house.pass(20_000);
    expect(atService()).toEqual([deviceKey]);
  });

  it('takes the removal back that waits for it, so that the vehicle keeps its device', async () => {
    house.link.set('offline');
    const coming = await put(otherDevice, true);
    const leaving = await house.outbox.dissociate(await nameOf(deviceKey));
    await house.pass(20_000);
    const { undone } = await house.outbox.undo(coming.entryId);
    expect(undone.map(({ id }) => id)).toEqual([coming.entryId, leaving.entryId]);
    house.link.set('online');
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([deviceKey]);
  });

  it('was on hold for a refusal: once it is let go it can be taken back while it waits', async () => {
    await takeElsewhere(otherDevice);
    const { entryId } = await put(otherDevice, false);
    await house.pass(20_000);
    expect(house.entries).toMatchObject([{ id: entryId, state: 'attention' }]);
    await expect(house.outbox.undo(entryId)).rejects.toMatchObject({
      error: { reason: 'entry-done' },
    });
    house.link.set('offline');
    await house.outbox.correct({ entryId, fields: {} });
    expect(house.entries).toMatchObject([{ id: entryId, state: 'waiting' }]);
    await house.outbox.undo(entryId);
    expect(house.entries).toEqual([]);
  });

  it('can’t be taken back any more once it went out', async () => {
    const { entryId } = await put(otherDevice, false);
    await house.pass(10_000);
    await expect(house.outbox.undo(entryId)).rejects.toMatchObject({
      error: { reason: 'entry-done' },
    });
    expect(atService()).toHaveLength(2);
  });
});

it('an edit that waits is no removal: undo does not take it back', async () => {
  house.link.set('offline');
  const fields = { code: 'K1' };
  const { entryId } = await house.outbox.update({
    collection: 'vehicles',
    key: vehicleKey,
    fields,
  });
  await expect(house.outbox.undo(entryId)).rejects.toMatchObject({
    error: { reason: 'entry-done' },
  });
  expect(house.entries).toHaveLength(1);
});

describe('discarding the refused half of a device swap made by hand', () => {
  it('names the removal that would go out then, and drops it too where that is wanted', async () => {
    await takeElsewhere(otherDevice);
    house.link.set('offline');
    const coming = await put(otherDevice, true);
    const leaving = await house.outbox.dissociate(await nameOf(deviceKey));
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toMatchObject([
      { id: coming.entryId, trouble: { kind: 'refused' } },
      { id: leaving.entryId, holdUp: { kind: 'after' } },
    ]);
    expect(house.outbox.discardEffects(coming.entryId)).toMatchObject({
      dropped: [],
      released: [{ id: leaving.entryId }],
    });
    await house.outbox.discard(coming.entryId, { withReleased: true });
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([deviceKey]);
  });

  it('names nothing that waits for somebody else’s decision anyway', async () => {
    await takeElsewhere(otherDevice);
    house.link.set('offline');
    const coming = await put(otherDevice, true);
    const { key } = await house.outbox.create({
      collection: 'devices',
      fields: { name: 'Three', imei: 'no imei' },
    });
    const third = await put(key, true);
    house.link.set('online');
    await house.pass(60_000);
    const { dropped, released } = house.outbox.discardEffects(coming.entryId);
    expect([...dropped, ...released].map(({ id }) => id)).not.toContain(third.entryId);
  });
});
