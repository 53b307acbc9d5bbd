import { afterEach, beforeEach, expect } from 'vitest';
import { OutboxHouse } from './outbox-house';

/** Of each test its own: an office with a vehicle, its main device, and another device. */
export let house: OutboxHouse;
export let vehicleKey: string;
export let deviceKey: string;
export let otherDevice: string;

/** Each test of the file has an office of its own, closed without a fault behind it. */
export function openHouseForEach(): void {
  beforeEach(async () => {
    house = await OutboxHouse.open();
    const { outbox } = house;
    const made = async (collection: 'vehicles' | 'devices', fields: Record<string, string>) =>
      (await outbox.create({ collection, fields })).key;
    vehicleKey = await made('vehicles', { plate: 'QQQ1A23', typeName: 'car' });
    deviceKey = await made('devices', { name: 'One', imei: '490154203237518' });
    otherDevice = await made('devices', { name: 'Two', imei: '356938035643809' });
    await put(deviceKey, true);
    await house.pass(10_000);
    expect(house.entries).toEqual([]);
    vehicleKey = await house.store.currentKey(vehicleKey);
    deviceKey = await house.store.currentKey(deviceKey);
    otherDevice = await house.store.currentKey(otherDevice);
  });

  afterEach(async () => {
    await house.close();
    expect(house.faults).toEqual([]);
  });
}

/** Queues a device for the vehicle. */
export const put = (otherKey: string, isMain: boolean) =>
  house.outbox.associate({ vehicleKey, side: 'devices', otherKey, isMain });
/** The devices of the vehicle as they are kept. */
export const devices = async () => (await house.store.associationsOf(vehicleKey, 'devices')).items;
/** Devices that the service has on the vehicle. */
export const atService = () =>
  [...house.service.world.deviceAssociations.currentOf(vehicleKey)].map(({ deviceId }) => deviceId);

/** The association of a device with the vehicle. */
export async function nameOf(device: string) {
  const key = (await devices()).find(({ otherKey }) => otherKey === device)?.key ?? '';
  return { vehicleKey, side: 'devices' as const, key };
}

/** Puts a device on another vehicle, so that the service refuses it for this one. */
export async function takeElsewhere(deviceId: string): Promise<void> {
  const fields = { plate: 'QQQ2A23', typeName: 'car' };
  const { key } = await house.outbox.create({ collection: 'vehicles', fields });
  await house.pass(3_000);
  const vehicleId = await house.store.currentKey(key);
  const data = [{ vehicleId, deviceId, isMainDevice: true }];
  await house.service.theirs('deviceAssociations.create', { data });
}
