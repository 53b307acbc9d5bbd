import { z } from 'zod';
import { appErrorSchema } from './errors';
import { momentSchema, recordIdSchema, unreadSchema } from './records';

/** A device as other records name it (public API, "Device"). */
export const deviceReferenceSchema = z.object({
  id: recordIdSchema,
  name: z.string().nullable(),
  imei: z.string().nullable(),
});

/** A device as other records name it. */
export type DeviceReference = z.infer<typeof deviceReferenceSchema>;

/**
 * A vehicle as lists show it (public API, "Vehicle", the names of read responses).
 * Types form an open set: an unknown one is shown as it came.
 */
export const vehicleSchema = z.object({
  id: recordIdSchema,
  plate: z.string(),
  typeName: z.string().nullable(),
  brandName: z.string().nullable(),
  modelName: z.string().nullable(),
  year: z.string().nullable(),
  /** `#RRGGBB` */
  color: z.string().nullable(),
  code: z.string().nullable(),
  description: z.string().nullable(),
  vin: z.string().nullable(),
  batch: z.string().nullable(),
  enterpriseId: z.string().nullable(),
  unread: z.array(unreadSchema),
});

/** A vehicle as lists show it. */
export type Vehicle = z.infer<typeof vehicleSchema>;

/** Whether two readings of a vehicle show the same. */
export function showTheSame(one: Vehicle, other: Vehicle): boolean {
  const fields = Object.keys(one) as (keyof Vehicle)[];
  // What could not be read is not told here, and so is always the same.
  return fields.every((field) => field === 'unread' || one[field] === other[field]);
}

type Named = Pick<Vehicle, 'plate' | 'code' | 'brandName' | 'modelName'>;

/** `Volvo FH 540`; empty where the service tells neither make nor model. */
export function makeOf(vehicle: Named | null | undefined): string {
  return [vehicle?.brandName, vehicle?.modelName].filter(Boolean).join(' ');
}

/**
 * What a vehicle is called wherever one is named: by its plate, or else by what tells it apart as
 * well as possible, so that it never goes without a name.
 */
export function nameOfVehicle(vehicle: Named | null | undefined, id: string): string {
  return vehicle?.plate.trim() || vehicle?.code?.trim() || makeOf(vehicle) || id;
}

/**
 * What tells types of vehicles apart, however they are written: `Pickup truck` → `pickup_truck`.
 * The words of each language for types are under this key.
 */
export function typeKeyOf(typeName: string): string {
  return typeName.trim().toLowerCase().replaceAll(/\W+/g, '_');
}

/** How far the vehicle list has been read. */
export const fleetSyncSchema = z.object({
  /** `refused`: the signed-in user may not read it. */
  phase: z.enum(['waiting', 'reading', 'complete', 'failed', 'refused']),
  /** Records read so far in this pass. */
  read: z.number().int(),
  /** All of it is at least this new: when the last pass to its end began, epoch milliseconds. */
  completedAt: momentSchema.nullable(),
  /** The service repeats the same page: what is shown may be a part of the fleet. */
  pagingRefused: z.boolean(),
});

/** How far the vehicle list has been read. */
export type FleetSync = z.infer<typeof fleetSyncSchema>;

/** The fleet as it is when a window subscribes. */
export const fleetSnapshotSchema = z.object({
  vehicles: z.array(vehicleSchema),
  sync: fleetSyncSchema,
});

/** What changed in the fleet since. */
export const fleetPatchSchema = z.object({
  changed: z.array(vehicleSchema),
  removed: z.array(recordIdSchema),
  sync: fleetSyncSchema.nullable(),
});

/** The fleet as it is when a window subscribes. */
export type FleetSnapshot = z.infer<typeof fleetSnapshotSchema>;
/** What changed in the fleet since. */
export type FleetPatch = z.infer<typeof fleetPatchSchema>;

/** When a part of a card was read, and what keeps it from being newer. */
const cardPartSchema = z.object({
  /** When it was read, epoch milliseconds; null where it was not, and all that is known is valid. */
  readAt: momentSchema.nullable(),
  /**
   * Why it could not be read or brought up to date; null where it could. Drivers that this user
   * has no permission to see are left out, whatever was kept of them; a device that the live map
   * knows stays, with its age.
   */
  error: appErrorSchema.nullable(),
});

/** A part of a vehicle's card: what it says, since when, and why not more or newer. */
export type CardPart<Value> = z.infer<typeof cardPartSchema> & { value: Value };

/** The device that a vehicle's position comes from. */
export const cardDeviceSchema = cardPartSchema.extend({ value: deviceReferenceSchema.nullable() });

/** A person on a vehicle, as far as the store knows them. */
export const cardDriverSchema = z.object({
  id: recordIdSchema,
  /** Null where it is not known. */
  name: z.string().nullable(),
  /** What the person is to the vehicle, in the service's word, as in `DRIVER`. */
  nature: z.string().optional(),
  /** Name of the person's role at the service. */
  role: z.string().optional(),
  /** As they were entered, the first one first. */
  phones: z.array(z.string()).optional(),
});

/** Whether the service calls somebody a vehicle's driver. */
export function isDriver({ nature }: { nature?: string | undefined }): boolean {
  return nature?.trim().toUpperCase() === 'DRIVER';
}

/** People associated with a vehicle, its drivers first. */
export const cardDriversSchema = cardPartSchema.extend({ value: z.array(cardDriverSchema) });

/**
 * What is known of a vehicle beside its record and its live state, by parts that are read and fail
 * each by itself; null: nothing yet.
 */
export const vehicleCardSchema = z.object({
  device: cardDeviceSchema.nullable(),
  drivers: cardDriversSchema.nullable(),
});

/** The device that a vehicle's position comes from. */
export type CardDevice = z.infer<typeof cardDeviceSchema>;
/** A person on a vehicle. */
export type CardDriver = z.infer<typeof cardDriverSchema>;
/** People associated with a vehicle. */
export type CardDrivers = z.infer<typeof cardDriversSchema>;
/** What is known of a vehicle beside its record and its live state. */
export type VehicleCard = z.infer<typeof vehicleCardSchema>;
