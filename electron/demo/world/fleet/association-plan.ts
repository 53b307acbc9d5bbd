import { fraction, hash } from '../random';
import { idOf, uuidOf } from './ids';
import { daysAfter, momentBetween } from './moments';
import type { DeviceAssociation, UserAssociation } from './records';

/**
 * Which device and which users go with which vehicle, told from their indices alone, in both
 * directions. Most vehicles have one device; some have a history, some a second device, a few
 * have none, and a few devices lie in stock.
 */
export interface AssociationPlan {
  readonly devices: number;
  readonly users: number;
  /** Device associations of a vehicle, the oldest first. */
  deviceAssociations(vehicle: number): DeviceAssociation[];
  userAssociations(vehicle: number): UserAssociation[];
  /** The vehicle that a device is or was in, or -1. */
  vehicleOfDevice(device: number): number;
}

/** An id of an association holds its vehicle and its place in the vehicle's list. */
export const SLOTS = 4;

const hasNone = (vehicle: number): boolean => vehicle % 41 === 17;
const hasOlder = (vehicle: number): boolean => vehicle % 12 === 5;
const hasSecond = (vehicle: number): boolean => vehicle % 23 === 7;
const hadItBefore = (vehicle: number): boolean => vehicle % 29 === 3 && !hasNone(vehicle);

export function planAssociations(
  seed: number,
  vehicles: number,
  enterprises: number,
  enterpriseIndexOf: (vehicle: number) => number,
): AssociationPlan {
  const older = Math.floor((vehicles + 6) / 12);
  const second = Math.floor((vehicles + 15) / 23);
  const inStock = Math.max(2, Math.floor(vehicles / 40));
  const users = Math.max(12, Math.min(2400, Math.round(vehicles / 4)));
  const firstSecond = vehicles + older;

  const associate = (
    vehicle: number,
    slot: number,
    device: number,
    rest: Pick<DeviceAssociation, 'isMain' | 'createdAt' | 'deletedAt'>,
  ): DeviceAssociation => ({
    id: idOf(seed, 'deviceAssociation', vehicle * SLOTS + slot),
    uuid: uuidOf(seed, 'deviceAssociation', vehicle * SLOTS + slot),
    vehicleId: idOf(seed, 'vehicle', vehicle),
    deviceId: idOf(seed, 'device', device),
    enterpriseId: idOf(seed, 'enterprise', enterpriseIndexOf(vehicle)),
    updatedAt: rest.deletedAt ?? rest.createdAt,
    ...rest,
  });

  return {
    devices: vehicles + older + second + inStock,
    users,
    deviceAssociations(vehicle) {
      const list: DeviceAssociation[] = [];
      const first = momentBetween('2023-10-10', '2024-03-01', seed, 3501, vehicle);
      let current = first;
      if (hasOlder(vehicle)) {
        current = momentBetween('2025-02-01', '2026-08-01', seed, 3502, vehicle);
        const k = Math.floor(vehicle / 12);
        // A third of those who changed devices never removed the old one: two call themselves main.
        const isForgotten = k % 3 === 0 && !hasNone(vehicle);
        list.push(
          associate(vehicle, 1, vehicles + k, {
            isMain: true,
            createdAt: first,
            deletedAt: isForgotten ? null : daysAfter(current, -0.05),
          }),
        );
      }
      if (hadItBefore(vehicle)) {
        list.push(
          associate(vehicle, 2, vehicle, {
            isMain: true,
            createdAt: daysAfter(first, -200),
            deletedAt: daysAfter(first, -12),
          }),
        );
      }
      if (!hasNone(vehicle)) {
        const rest = { isMain: true, createdAt: current, deletedAt: null };
        list.push(associate(vehicle, 0, vehicle, rest));
      }
      if (hasSecond(vehicle)) {
        const device = firstSecond + Math.floor(vehicle / 23);
        const createdAt = daysAfter(current, 30 + 60 * fraction(seed, 3503, vehicle));
        list.push(associate(vehicle, 3, device, { isMain: false, createdAt, deletedAt: null }));
      }
      return list.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    userAssociations(vehicle) {
      const count = hash(seed, 3504, vehicle) % 4;
      const enterprise = enterpriseIndexOf(vehicle);
      const pool = Math.max(1, Math.floor((users - 1 - enterprise) / enterprises) + 1);
      const first = hash(seed, 3505, vehicle) % pool;
      return Array.from({ length: Math.min(count, pool) }, (_, slot): UserAssociation => {
        const user = enterprise + enterprises * ((first + slot) % pool);
        const createdAt = momentBetween('2023-11-01', '2025-09-01', seed, 3506, vehicle, slot);
        const isRemoved = slot > 0 && fraction(seed, 3507, vehicle, slot) < 0.3;
        return {
          id: idOf(seed, 'userAssociation', vehicle * SLOTS + slot),
          uuid: uuidOf(seed, 'userAssociation', vehicle * SLOTS + slot),
          vehicleId: idOf(seed, 'vehicle', vehicle),
          userId: idOf(seed, 'user', user),
          nature: slot === 0 ? 'DRIVER' : 'PERMISSION',
          createdAt,
          deletedAt: isRemoved ? daysAfter(createdAt, 90) : null,
        };
      });
    },
    vehicleOfDevice(device) {
      if (device < vehicles) return hasNone(device) ? -1 : device;
      if (device < firstSecond) return (device - vehicles) * 12 + 5;
      if (device < firstSecond + second) return (device - firstSecond) * 23 + 7;
      return -1;
    },
  };
}
