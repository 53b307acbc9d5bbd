import { z } from 'zod';
import { isLocalKey, momentSchema, recordKeySchema, recordMarks } from './records';

/** What kinds of records are associated with a vehicle. */
export const associationSides = ['devices', 'users'] as const;

/** One kind of association of a vehicle. */
export type AssociationSide = (typeof associationSides)[number];

/**
 * A device on a vehicle, or a person on it (public API, "Device association", "User
 * association").
 */
export const associationSchema = z.object({
  /** The association's own key; a local one until the service named it. */
  key: recordKeySchema,
  vehicleKey: recordKeySchema,
  side: z.enum(associationSides),
  /** The device or the user. */
  otherKey: recordKeySchema,
  /** Plate of the vehicle, or name of the device or user, as far as they are known. */
  vehicleLabel: z.string().nullable(),
  otherLabel: z.string().nullable(),
  /** IMEI of a device, user name of a user, as far as known. */
  otherDetail: z.string().nullable(),
  /** Of the devices alone: the vehicle's position comes from it. */
  isMain: z.boolean(),
  createdAt: momentSchema.nullable(),
  mark: z.enum(recordMarks),
  /** Of a person: what they are to the vehicle, in the service's word, where that is told. */
  nature: z.string().optional(),
  /** Of a person: the first phone, as it was entered. */
  otherPhone: z.string().optional(),
});

/** A device on a vehicle, or a person on it. */
export type Association = z.infer<typeof associationSchema>;

/**
 * Whether an association counts as one: not while it is on its way off, and not as an addition that
 * needs a person, since the service refused it or nobody knows whether it arrived.
 */
export function isCounted({ key, mark }: Pick<Association, 'key' | 'mark'>): boolean {
  return mark !== 'deleting' && !(mark === 'attention' && isLocalKey(key));
}

/** One side of a vehicle's associations, with its age. */
export const vehicleAssociationsSchema = z.object({
  items: z.array(associationSchema),
  /** When they were listed last; null: not yet, and what is shown was set here. */
  readAt: momentSchema.nullable(),
});

/** One side of a vehicle's associations. */
export type VehicleAssociations = z.infer<typeof vehicleAssociationsSchema>;

/**
 * The vehicles of a device or a user. The service lists associations by vehicle only, so this is
 * what the vehicles that were listed so far say.
 */
export const reverseAssociationsSchema = z.object({
  items: z.array(associationSchema),
  /** Vehicles whose associations have been listed, of all vehicles. */
  checked: z.number().int(),
  of: z.number().int(),
  /** Of the others, those whose list the service refuses or lacks: nobody waits for them. */
  withheld: z.number().int(),
  /** Minutes that listing all others takes at this budget; 0 when there are none. */
  minutesToComplete: z.number(),
  /** It was made here within the hour, or waits to be: it is on no vehicle but those added here. */
  isNew: z.boolean(),
  isCompleting: z.boolean(),
});

/** The vehicles of a device or a user. */
export type ReverseAssociations = z.infer<typeof reverseAssociationsSchema>;

/** A device or person that was on a vehicle and is no more. */
export const formerAssociationSchema = associationSchema.omit({ isMain: true, mark: true }).extend({
  /** When it ended; null where the service did not tell. */
  endedAt: momentSchema.nullable(),
  /** This office removed it. */
  isRemovedHere: z.boolean(),
});

/** A device or person that was on a vehicle and is no more. */
export type FormerAssociation = z.infer<typeof formerAssociationSchema>;

/** Whose associations: one side of a vehicle. */
export const vehicleSideSchema = z.object({
  vehicleKey: recordKeySchema,
  side: z.enum(associationSides),
});

/** Whose vehicles: a device or a user. */
export const reverseSideSchema = z.object({
  side: z.enum(associationSides),
  otherKey: recordKeySchema,
});

/** Whose former associations: one side of a vehicle, or the vehicles of a device or user. */
export const formerOfSchema = z.union([vehicleSideSchema, reverseSideSchema]);

/** Devices or users by their keys; at most 500. */
export const othersSchema = z.object({
  side: z.enum(associationSides),
  otherKeys: z.array(recordKeySchema).max(500),
});

/** A vehicle that a device or user is on, as far as the vehicles have been listed. */
export const placeOfOtherSchema = z.object({
  otherKey: recordKeySchema,
  vehicleKey: recordKeySchema,
  vehicleLabel: z.string().nullable(),
  isMain: z.boolean(),
});

/** A vehicle that a device or user is on. */
export type PlaceOfOther = z.infer<typeof placeOfOtherSchema>;

/** A device or person to put on a vehicle; `isMain` counts for devices alone. */
export const newAssociationSchema = vehicleSideSchema.extend({
  otherKey: recordKeySchema,
  isMain: z.boolean(),
});

/** Most pairs that are associated at once. */
const MOST_AT_ONCE = 500;

/**
 * Several devices or people for one vehicle, or one of them for several vehicles: all parts of the
 * action share a record, whose history tells which ones were sent.
 */
export const newAssociationsSchema = z
  .object({
    side: z.enum(associationSides),
    vehicleKeys: z.array(recordKeySchema).min(1).max(MOST_AT_ONCE),
    otherKeys: z.array(recordKeySchema).min(1).max(MOST_AT_ONCE),
  })
  .refine(({ vehicleKeys, otherKeys }) => vehicleKeys.length === 1 || otherKeys.length === 1, {
    message: 'one-side',
  });

/**
 * Another device for one of a vehicle's: `key` is the association of the one that leaves,
 * `otherKey` the device that comes.
 */
export const deviceReplacementSchema = z.object({
  vehicleKey: recordKeySchema,
  key: recordKeySchema,
  otherKey: recordKeySchema,
});

/** An association of a vehicle by its key. */
export const associationNameSchema = vehicleSideSchema.extend({ key: recordKeySchema });
