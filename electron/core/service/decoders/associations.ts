import type { DeviceReference } from '@contract/vehicles';
import { deviceOf } from './devices';
import { ObjectReader } from './object-reader';
import { relationOf, type RecordBase, type RecordParts } from './records';

/** A device on a vehicle (public API, "Device association"). */
export interface DeviceAssociationRecord extends RecordBase {
  readonly vehicleId: string | null;
  /** The device, with name and IMEI where the service included them. */
  readonly device: DeviceReference | null;
  /** Several can be true; the newest that is not deleted is the main one (service defaults). */
  readonly isMainDevice: boolean | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** Non-null once removed. */
  readonly deletedAt: number | null;
}

/** Decodes a device association; both spellings of the relationship keys are read. */
export function decodeDeviceAssociation({
  base,
  attributes,
}: RecordParts): DeviceAssociationRecord {
  const device = relationOf(base, 'devices', 'device');
  return {
    ...base,
    vehicleId: relationOf(base, 'vehicles', 'vehicle')?.id ?? null,
    device: device && deviceOf(device),
    isMainDevice: attributes.flag('is_main_device'),
    createdAt: attributes.moment('created_at'),
    updatedAt: attributes.moment('updated_at'),
    deletedAt: attributes.moment('deleted_at'),
  };
}

/** A person on a vehicle (public API, "User association"). */
export interface UserAssociationRecord extends RecordBase {
  readonly vehicleId: string | null;
  readonly userId: string | null;
  /** Where the service included it. */
  readonly userName: string | null;
  readonly nature: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly deletedAt: number | null;
}

/** Decodes a user association; list responses carry no attributes (public API). */
export function decodeUserAssociation({ base, attributes }: RecordParts): UserAssociationRecord {
  const user = relationOf(base, 'user', 'users');
  return {
    ...base,
    vehicleId: relationOf(base, 'asset', 'assets', 'vehicle', 'vehicles')?.id ?? null,
    userId: user?.id ?? null,
    userName: user && new ObjectReader(user.attributes, '', []).text('name'),
    nature: attributes.text('nature'),
    createdAt: attributes.moment('created_at'),
    deletedAt: attributes.moment('deleted_at'),
  };
}
