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

/** How far the vehicle list has been read. */
export const fleetSyncSchema = z.object({
  /** `refused`: whoever is signed in may not read it. */
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

/** The fleet as it stands when a window subscribes. */
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

/** The fleet as it stands when a window subscribes. */
export type FleetSnapshot = z.infer<typeof fleetSnapshotSchema>;
/** What changed in the fleet since. */
export type FleetPatch = z.infer<typeof fleetPatchSchema>;

/** When a part of a card was read, and what keeps it from being newer. */
const cardPartSchema = z.object({
  /** When it was read, epoch milliseconds; null where it was not, and all that is known stands. */
  readAt: momentSchema.nullable(),
  /**
   * Why it could not be read or brought up to date; null where it could. Drivers that whoever is
   * signed in may not see are left out, whatever was kept of them; a device that the live map knows
   * stays, with its age.
   */
  error: appErrorSchema.nullable(),
});

/** What a vehicle's card shows beside its live state: each part is read or fails by itself. */
export const vehicleCardSchema = z.object({
  vehicle: vehicleSchema,
  device: cardPartSchema.extend({ value: deviceReferenceSchema.nullable() }),
  /** People associated with the vehicle; `name` is null where it is not known. */
  drivers: cardPartSchema.extend({
    value: z.array(z.object({ id: recordIdSchema, name: z.string().nullable() })),
  }),
});

/** What a vehicle's card shows beside its live state. */
export type VehicleCard = z.infer<typeof vehicleCardSchema>;
