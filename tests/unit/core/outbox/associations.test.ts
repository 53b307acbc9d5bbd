import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultKind } from './demo-backed-service';
import { OutboxHouse } from './outbox-house';

let house: OutboxHouse;
let vehicleKey: string;
let deviceKey: string;
let otherDevice: string;
let userKey: string;

beforeEach(async () => {
  house = await OutboxHouse.open();
  house.link.set('offline');
  const { outbox } = house;
  const vehicle = { plate: 'QQQ1A23', typeName: 'car' };
  const user = { username: 'pessoa.nova', name: 'Pessoa Nova' };
  const device = { name: 'One', imei: '490154203237518' };
  const other = { name: 'Two', imei: '356938035643809' };
  vehicleKey = (await outbox.create({ collection: 'vehicles', fields: vehicle })).key;
  deviceKey = (await outbox.create({ collection: 'devices', fields: device })).key;
  otherDevice = (await outbox.create({ collection: 'devices', fields: other })).key;
  userKey = (await outbox.create({ collection: 'users', fields: user, password: 'x' })).key;
  house.link.set('online');
  await house.pass(5_000);
  expect(house.entries).toEqual([]);
  const { store } = house;
  vehicleKey = await store.currentKey(vehicleKey);
  deviceKey = await store.currentKey(deviceKey);
  otherDevice = await store.currentKey(otherDevice);
  userKey = await store.currentKey(userKey);
});

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});

const devices = async () => (await house.store.associationsOf(vehicleKey, 'devices')).items;
const atService = () => [...house.service.world.deviceAssociations.currentOf(vehicleKey)];
const put = (otherKey: string, isMain: boolean) =>
  house.outbox.associate({ vehicleKey, side: 'devices', otherKey, isMain });
const name = (key: string) => ({ vehicleKey, side: 'devices' as const, key });

describe('a device on a vehicle', () => {
  it('shows at once under a key of ours, then under that of the service', async () => {
    const { key } = await put(deviceKey, true);
    expect(await devices()).toMatchObject([
      { key, otherKey: deviceKey, mark: 'waiting', isMain: false, pendingMain: true },
    ]);
    await house.pass(2_000);
    const [association] = atService();
    expect(await devices()).toMatchObject([
      { key: association?.id, mark: 'none', isMain: true, pendingMain: null },
    ]);
  });

  const lost: readonly FaultKind[] = ['resetAfter', 'resetBefore', 'mute', 'faultAfter'];
  it.each(lost)('is there once, also where the answer was lost: %s', async (fault) => {
    house.service.fault = (operation) => {
      if (operation !== 'deviceAssociations.create') return null;
      house.service.fault = () => null;
      return fault;
    };
    await put(deviceKey, true);
    await house.pass(60_000);
    expect(house.entries).toEqual([]);
    expect(house.service.ours('deviceAssociations.create')).toHaveLength(1);
    expect(atService()).toHaveLength(1);
  });

  it('that others put there already is what was wanted', async () => {
    await house.service.theirs('deviceAssociations.create', {
      data: [{ vehicleId: vehicleKey, deviceId: deviceKey, isMainDevice: true }],
    });
    await put(deviceKey, true);
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    expect(await devices()).toMatchObject([{ key: atService()[0]?.id, mark: 'none' }]);
  });

  it('that is on another vehicle is refused, in the service’s words', async () => {
    const other = { plate: 'QQQ2A23', typeName: 'car' };
    const second = await house.outbox.create({ collection: 'vehicles', fields: other });
    await house.pass(2_000);
    await house.service.theirs('deviceAssociations.create', {
      data: [
        {
          vehicleId: await house.store.currentKey(second.key),
          deviceId: deviceKey,
          isMainDevice: true,
        },
      ],
    });
    await put(deviceKey, true);
    await house.pass(5_000);
    expect(house.entries).toMatchObject([
      {
        trouble: { kind: 'refused', error: { serviceMessage: expect.stringContaining('already') } },
      },
    ]);
    expect(await devices()).toMatchObject([{ mark: 'attention' }]);
  });

  it('that waits is the same one when it is wanted again, and goes where it is taken back', async () => {
    house.link.set('offline');
    const first = await put(deviceKey, false);
    expect(await put(deviceKey, true)).toEqual(first);
    expect(house.entries).toMatchObject([{ fields: { isMain: 1 } }]);
    await house.outbox.dissociate(name(first.key));
    expect(house.entries).toEqual([]);
    expect(await devices()).toEqual([]);
  });
});

describe('the main device', () => {
  it('takes the place of the one before', async () => {
    await put(deviceKey, true);
    await put(otherDevice, false);
    await house.pass(5_000);
    const second = (await devices()).find(({ otherKey }) => otherKey === otherDevice);
    await house.outbox.makeMain(name(second?.key ?? ''));
    await house.pass(5_000);
    expect(house.entries).toEqual([]);
    const mains = (await devices()).map(({ otherKey, isMain }) => [otherKey, isMain]);
    expect(Object.fromEntries(mains)).toEqual({ [deviceKey]: false, [otherDevice]: true });
    expect(atService().find(({ isMain }) => isMain)?.deviceId).toBe(otherDevice);
  });

  it('is made in the order in which it was wanted', async () => {
    await put(deviceKey, true);
    await house.pass(5_000);
    const [first] = await devices();
    house.link.set('offline');
    const second = await put(otherDevice, false);
    await house.outbox.makeMain(name(second.key));
    await house.outbox.dissociate(name(first?.key ?? ''));
    house.link.set('online');
    await house.pass(10_000);
    expect(house.entries.map(({ kind, trouble }) => [kind, trouble?.kind])).toEqual([
      ['associate', 'refused'],
      ['dissociate', undefined],
    ]);
  });
});

describe('the last word about the main device', () => {
  beforeEach(async () => {
    await put(deviceKey, true);
    await put(otherDevice, false);
    await house.pass(5_000);
    house.link.set('offline');
  });

  const keyOf = async (device: string) =>
    (await devices()).find(({ otherKey }) => otherKey === device)?.key ?? '';
  const makeMain = async (device: string) => house.outbox.makeMain(name(await keyOf(device)));

  it('counts where it goes back to what the service has: nothing is sent', async () => {
    await makeMain(otherDevice);
    expect(await makeMain(deviceKey)).toMatchObject({ entryId: '' });
    expect(house.entries).toEqual([]);
    expect((await devices()).map(({ pendingMain }) => pendingMain)).toEqual([null, null]);
  });

  it('counts where another word was said in between', async () => {
    await makeMain(otherDevice);
    await makeMain(deviceKey);
    await makeMain(otherDevice);
    expect(house.entries).toHaveLength(1);
    house.link.set('online');
    await house.pass(10_000);
    expect(atService().find(({ isMain }) => isMain)?.deviceId).toBe(otherDevice);
    expect(house.service.ours('deviceAssociations.update')).toHaveLength(1);
  });

  it('counts where the word before is on its way', async () => {
    house.link.set('online');
    house.service.fault = (operation) =>
      operation === 'deviceAssociations.update' ? 'timeoutAfter' : null;
    await makeMain(otherDevice);
    await house.pass(1_000);
    house.service.fault = () => null;
    await makeMain(deviceKey);
    await house.pass(90_000);
    expect(house.entries).toEqual([]);
    expect(atService().find(({ isMain }) => isMain)?.deviceId).toBe(deviceKey);
  });
});

describe('a device that comes back while it is on its way off', () => {
  it.each(['resetAfter', 'timeoutAfter'] as const)(
    'is on the vehicle in the end: %s',
    async (fault) => {
      await put(deviceKey, false);
      await house.pass(5_000);
      house.service.fault = (operation) => {
        if (operation !== 'deviceAssociations.delete') return null;
        house.service.fault = () => null;
        return fault;
      };
      await house.outbox.dissociate(name((await devices())[0]?.key ?? ''));
      await house.pass(10_700);
      const { entryId } = await put(deviceKey, false);
      expect(await put(deviceKey, false)).toMatchObject({ entryId });
      await house.pass(120_000);
      expect(house.entries).toEqual([]);
      expect(atService()).toMatchObject([{ deviceId: deviceKey }]);
      expect(await devices()).toMatchObject([{ key: atService()[0]?.id, mark: 'none' }]);
    },
  );
});

describe('a person on a vehicle', () => {
  it('comes on and off, and what others took off already is done', async () => {
    await house.outbox.associate({ vehicleKey, side: 'users', otherKey: userKey, isMain: true });
    await house.pass(5_000);
    const { items } = await house.store.associationsOf(vehicleKey, 'users');
    expect(items).toMatchObject([{ otherKey: userKey, isMain: false, mark: 'none' }]);
    const key = items[0]?.key ?? '';
    await house.outbox.dissociate({ vehicleKey, side: 'users', key });
    expect((await house.store.associationsOf(vehicleKey, 'users')).items).toMatchObject([
      { mark: 'deleting' },
    ]);
    await house.service.theirs('userAssociations.delete', { ids: [key] });
    await house.pass(20_000);
    expect(house.entries).toEqual([]);
    expect((await house.store.associationsOf(vehicleKey, 'users')).items).toEqual([]);
  });
});
