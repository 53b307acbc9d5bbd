import { describe, expect, it } from 'vitest';
import { AssociationLabels } from '@core/fleet/association-labels';
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

describe('replacing a device', () => {
  const replace = async () =>
    house.outbox.replaceDevice({
      vehicleKey,
      key: (await nameOf(deviceKey)).key,
      otherKey: otherDevice,
    });

  it('puts the new one on as the main one, then takes the old one off', async () => {
    await replace();
    expect(house.entries.map(({ kind, state }) => [kind, state])).toEqual([
      ['associate', 'held'],
      ['makeMain', 'held'],
      ['dissociate', 'held'],
    ]);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([otherDevice]);
    expect(await devices()).toMatchObject([{ otherKey: otherDevice, isMain: true }]);
  });

  it('keeps a device that is on the vehicle already, and adds it no second time', async () => {
    await put(otherDevice, false);
    await house.pass(30_000);
    await replace();
    expect(house.entries.map(({ kind }) => kind)).toEqual(['makeMain', 'dissociate']);
    await house.pass(30_000);
    expect(atService()).toEqual([otherDevice]);
  });

  it('by one that waits to come off: that one stays', async () => {
    await put(otherDevice, false);
    await house.pass(30_000);
    await house.outbox.dissociate(await nameOf(otherDevice));
    await replace();
    expect(house.entries.map(({ kind }) => kind)).toEqual(['makeMain', 'dissociate']);
    await house.pass(30_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([otherDevice]);
    expect(await devices()).toMatchObject([{ otherKey: otherDevice, isMain: true }]);
  });

  it('by the one that it was to replace: nothing changes', async () => {
    await replace();
    const { key } = await nameOf(otherDevice);
    await house.outbox.replaceDevice({ vehicleKey, key, otherKey: deviceKey });
    expect(house.entries).toEqual([]);
    await house.pass(30_000);
    expect(atService()).toEqual([deviceKey]);
    expect(await devices()).toMatchObject([{ otherKey: deviceKey, isMain: true }]);
  });

  it.each([
    ['coming', 0],
    ['main', 1],
    ['leaving', 2],
  ])('is undone whole by the undo of one part: %s', async (_part, index) => {
    await replace();
    expect(house.entries).toHaveLength(3);
    await house.outbox.undo(house.entries[index]?.id ?? '');
    expect(house.entries).toEqual([]);
    expect(await devices()).toMatchObject([{ otherKey: deviceKey, mark: 'none' }]);
    await house.pass(60_000);
    expect(atService()).toEqual([deviceKey]);
  });

  it('falls whole: where the new device is refused and discarded, the old one stays', async () => {
    await takeElsewhere(otherDevice);
    const { entryId } = await replace();
    const [, , leaving] = house.entries;
    await house.pass(30_000);
    expect(house.outbox.discardEffects(entryId)).toMatchObject({
      dropped: [{ kind: 'makeMain' }, { id: leaving?.id }],
      released: [],
    });
    await house.outbox.discard(entryId);
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(await house.entry(leaving?.id ?? '')).toMatchObject({ state: 'discarded' });
    expect(atService()).toEqual([deviceKey]);
  });

  it('shows one main device: the new one once it is queued, the old one after a refusal', async () => {
    const mains = async () =>
      (await new AssociationLabels(house.store).describe('devices', await devices()))
        .filter(({ isMain }) => isMain)
        .map(({ otherKey }) => otherKey);
    await takeElsewhere(otherDevice);
    await replace();
    expect(await mains()).toEqual([otherDevice]);
    await house.pass(30_000);
    expect(house.entries).toMatchObject([{ state: 'attention' }, {}, {}]);
    expect(await mains()).toEqual([deviceKey]);
  });

  it('falls whole where the new device is deleted meanwhile', async () => {
    house.link.set('offline');
    await replace();
    await house.outbox.delete('devices', [otherDevice]);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([deviceKey]);
  });

  it('falls whole where the vehicle is deleted meanwhile, and waits for nobody', async () => {
    house.link.set('offline');
    await replace();
    await house.outbox.delete('vehicles', [vehicleKey]);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(house.service.world.vehicles.get(vehicleKey)).toBeUndefined();
  });

  it('falls whole where the old device is wanted back', async () => {
    house.link.set('offline');
    await replace();
    await put(deviceKey, true);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([deviceKey]);
  });

  it.each([
    ['held', 0],
    ['waiting', 10_500],
  ] as const)(
    'stays queued, then another device is made the main one: the swap is %s',
    async (_state, wait) => {
      const { key: third } = await house.outbox.create({
        collection: 'devices',
        fields: { name: 'Three', imei: '490154203237526' },
      });
      await put(third, false);
      await house.pass(10_000);
      const thirdDevice = await house.store.currentKey(third);
      house.link.set('offline');
      await replace();
      await house.pass(wait);
      await house.outbox.makeMain(await nameOf(thirdDevice));
      expect(house.entries.map(({ kind }) => kind)).toEqual([
        'associate',
        'makeMain',
        'dissociate',
        'makeMain',
      ]);
      house.link.set('online');
      await house.pass(60_000);
      expect(house.entries).toEqual([]);
      expect(atService().toSorted()).toEqual([otherDevice, thirdDevice].toSorted());
      expect((await devices()).find(({ isMain }) => isMain)?.otherKey).toBe(thirdDevice);
    },
  );

  it('goes back to the new device where another one was wanted as main in between', async () => {
    const { key: third } = await house.outbox.create({
      collection: 'devices',
      fields: { name: 'Three', imei: '490154203237526' },
    });
    await put(third, false);
    await house.pass(10_000);
    const thirdDevice = await house.store.currentKey(third);
    house.link.set('offline');
    await replace();
    await house.outbox.makeMain(await nameOf(thirdDevice));
    await house.outbox.makeMain(await nameOf(otherDevice));
    expect(house.entries.map(({ kind }) => kind)).toEqual(['associate', 'makeMain', 'dissociate']);
  });

  it('stays queued where the new device, on the vehicle already, is removed after it', async () => {
    await put(otherDevice, false);
    await house.pass(30_000);
    house.link.set('offline');
    await replace();
    await house.outbox.dissociate(await nameOf(otherDevice));
    expect(house.entries.map(({ kind }) => kind)).toEqual(['makeMain', 'dissociate', 'dissociate']);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([]);
  });

  it('stays queued where the new device is removed before it came', async () => {
    house.link.set('offline');
    await replace();
    await house.outbox.dissociate(await nameOf(otherDevice));
    expect(house.entries).toHaveLength(4);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(atService()).toEqual([]);
  });

  it('is given up whole where the old device is to be the main one after all', async () => {
    house.link.set('offline');
    await replace();
    await house.outbox.makeMain(await nameOf(deviceKey));
    expect(house.entries).toEqual([]);
    house.link.set('online');
    await house.pass(60_000);
    expect(atService()).toEqual([deviceKey]);
  });

  it('is refused for a device that is on its way off already', async () => {
    const { key } = await nameOf(deviceKey);
    await replace();
    const again = house.outbox.replaceDevice({ vehicleKey, key, otherKey: otherDevice });
    await expect(again).rejects.toMatchObject({ error: { reason: 'is-leaving' } });
    expect(house.entries).toHaveLength(3);
  });

  it('sent in part: an undo takes the rest back and tells what stays, also after a restart', async () => {
    await replace();
    while (house.entries.length === 3) await house.pass(100);
    house.link.set('offline');
    await house.pass(5_000);
    await house.restart();
    const left = house.entries;
    expect(left.at(-1)?.kind).toBe('dissociate');
    const { undone, stays } = await house.outbox.undo(left.at(-1)?.id ?? '');
    expect(undone.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    expect(undone.every(({ state }) => state === 'discarded')).toBe(true);
    expect(stays[0]).toMatchObject({ kind: 'associate', state: 'sent' });
    expect(undone.length + stays.length).toBe(3);
    house.link.set('online');
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(new Set(atService())).toEqual(new Set([deviceKey, otherDevice]));
  });

  it('whose removal is offered for undo again: the old device stays, the new one is on', async () => {
    const removals: { vehicleKey: string; side: 'devices'; key: string }[] = [];
    for (const imei of ['352099001761481', '354406080000004']) {
      const { outbox, store } = house;
      const plate = `RRR${imei.at(-1) ?? ''}A11`;
      const vehicle = await outbox.create({
        ...{ collection: 'vehicles', fields: { plate, typeName: 'car' } },
      });
      const device = await outbox.create({ collection: 'devices', fields: { name: imei, imei } });
      const other = { vehicleKey: vehicle.key, side: 'devices' } as const;
      await outbox.associate({ ...other, otherKey: device.key, isMain: true });
      await house.pass(20_000);
      const on = await store.currentKey(vehicle.key);
      const [association] = (await store.associationsOf(on, 'devices')).items;
      removals.push({ ...other, vehicleKey: on, key: association?.key ?? '' });
    }
    house.service.fault = (operation) =>
      operation === 'deviceAssociations.delete' ? 'forbidden' : null;
    for (const removal of removals) await house.outbox.dissociate(removal);
    await house.pass(60_000);
    await replace();
    await house.pass(60_000);
    const [tried, , held] = house.entries;
    expect(held).toMatchObject({ kind: 'dissociate', trouble: { isOnHold: true } });
    house.service.fault = () => null;
    await house.outbox.correct({ entryId: tried?.id ?? '', fields: {} });
    const now = () => house.entries.find(({ id }) => id === held?.id);
    while (now()?.state === 'attention') await house.pass(500);
    expect(now()?.state).toBe('held');
    const { undone, stays } = await house.outbox.undo(held?.id ?? '');
    expect(undone.map(({ kind }) => kind)).toEqual(['dissociate']);
    expect(stays.map(({ kind }) => kind)).toEqual(['associate', 'makeMain']);
    await house.pass(60_000);
    expect(new Set(atService())).toEqual(new Set([deviceKey, otherDevice]));
  });

  it('while it is not known whether a part arrived: an undo leaves that part and its successors', async () => {
    await replace();
    const [adding, , leaving] = house.entries;
    house.failOnce('deviceAssociations.create', 'faultAfter');
    while (house.entries[0]?.state !== 'unsure') await house.pass(100);
    const { key } = await nameOf(otherDevice);
    const { undone, stays } = await house.outbox.undo(leaving?.id ?? '');
    expect(undone.map(({ kind }) => kind)).toEqual(['makeMain', 'dissociate']);
    expect(stays).toMatchObject([{ id: adding?.id, state: 'unsure' }]);
    expect(house.entries.map(({ id }) => id)).toEqual([adding?.id]);
    await house.pass(120_000);
    expect(key).not.toBe('');
    expect(new Set(atService())).toEqual(new Set([deviceKey, otherDevice]));
    expect(await devices()).toContainEqual(
      expect.objectContaining({ otherKey: deviceKey, isMain: true }),
    );
  });

  it('keeps what a restart finds of it together', async () => {
    await takeElsewhere(otherDevice);
    const { entryId } = await replace();
    await house.restart();
    await house.pass(30_000);
    expect(house.outbox.discardEffects(entryId).dropped).toMatchObject([
      { kind: 'makeMain' },
      { kind: 'dissociate' },
    ]);
  });
});
