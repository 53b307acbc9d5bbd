import { z } from 'zod';
import { momentSchema, recordIdPattern, recordIdSchema } from './records';
import { deviceReferenceSchema } from './vehicles';

/** What is wrong with a fix; such a fix says so. */
export const fixProblems = [
  /** Dated in the future by a clock that is wrong: `at` is when the fix first arrived. */
  'future',
  /** Dated weeks ago by a clock that was thrown back: `at` is when the fix first arrived. */
  'past',
  'no-position',
  'out-of-range',
  'no-time',
  /** No vehicle gets there from the fix before in that time, and no other fix confirms it. */
  'implausible',
] as const;

/**
 * A position that a device reported (public API, "Tracking position"), decoded.
 * Units are those of the service profile, brought to the ones named here.
 */
export const fixSchema = z.object({
  /**
   * Time of the fix, epoch milliseconds (`act`); the time of its first arrival where the device
   * told none that can be right.
   */
  at: momentSchema,
  /** Degrees, −90 to 90; null where the service gave none that can be read. */
  latitude: z.number().nullable(),
  /** Degrees, −180 to 180. */
  longitude: z.number().nullable(),
  /** km/h (`spd`). */
  speed: z.number().nullable(),
  /** Degrees clockwise from north, 0 to 360 exclusive (`dir`). */
  heading: z.number().nullable(),
  /** Ignition (`ign`). */
  ignition: z.boolean().nullable(),
  /** Battery level in percent, 0 to 100 (`bl`). */
  battery: z.number().nullable(),
  /**
   * Battery in volts (`bl`), unset where it is in percent or not told. Guessed where the profile
   * is not confirmed and all figures of the fleet look like volts.
   */
  voltage: z.object({ volts: z.number(), isGuessed: z.boolean() }).optional(),
  /** Output 1 as it came (`o1`). */
  output1: z.string().nullable(),
  problems: z.array(z.enum(fixProblems)),
});

/** A position that a device reported. */
export type Fix = z.infer<typeof fixSchema>;

/** What a vehicle does, by its newest fix. */
export const motions = ['moving', 'idling', 'parked', 'unknown'] as const;

/** What a vehicle does, by its newest fix. */
export type Motion = (typeof motions)[number];

/** How old the fix was when Fleetdesk last looked: the device's silence, not the app's slowness. */
export const connectionStates = ['live', 'late', 'silent', 'never'] as const;

/** How old the fix was when Fleetdesk last looked. */
export type ConnectionState = (typeof connectionStates)[number];

/** The live state of one vehicle: two axes, motion and connection, never merged. */
export const liveVehicleSchema = z.object({
  vehicleId: recordIdSchema,
  fix: fixSchema.nullable(),
  motion: z.enum(motions),
  connection: z.enum(connectionStates),
  /** When Fleetdesk last got an answer about this vehicle, epoch milliseconds. */
  lookedAt: momentSchema.nullable(),
  /** From then on the state reads "not checked lately", epoch milliseconds. */
  staleAt: momentSchema.nullable(),
  /** The main device; `unknown` until the associations were read. */
  association: z.enum(['unknown', 'none', 'known']),
  device: deviceReferenceSchema.nullable(),
  /** Set where the service refuses its position to the signed-in user, at the last look. */
  isRefused: z.boolean().optional(),
  /** Milliseconds by which the device's clock is ahead, negative: behind; unset where it is right. */
  clockOffset: z.number().optional(),
  /** Set where no device is marked as the main one and this one stands in for it. */
  isStandIn: z.boolean().optional(),
  /**
   * Since when it has been in its motion, by the fixes that Fleetdesk saw, epoch milliseconds;
   * unset without a fix. `isAtLeast`: it may have begun earlier, when nobody looked.
   */
  since: z.object({ at: momentSchema, isAtLeast: z.boolean() }).optional(),
});

/** The live state of one vehicle. */
export type LiveVehicle = z.infer<typeof liveVehicleSchema>;

/** How fast the live lane goes round. */
export const livePaceSchema = z.object({
  /** Vehicles on screen are looked at about every so many seconds; null while unknown. */
  onScreenSeconds: z.number().nullable(),
  /**
   * Whether every vehicle is looked at once an hour at least, at the pace that was measured and
   * once all have been seen; true again only when that has been so for five minutes.
   */
  holdsCap: z.boolean(),
  /**
   * The service gives no positions: several requests in a row have failed, and the next ones go at
   * growing intervals. Unset while it answers.
   */
  isStuck: z.boolean().optional(),
});

/** How fast the live lane goes round. */
export type LivePace = z.infer<typeof livePaceSchema>;

/** Live states as they are when a window subscribes. */
export const liveSnapshotSchema = z.object({
  vehicles: z.array(liveVehicleSchema),
  pace: livePaceSchema,
});

/** What changed since. */
export const livePatchSchema = z.object({
  changed: z.array(liveVehicleSchema),
  removed: z.array(recordIdSchema),
  pace: livePaceSchema.nullable(),
});

/** Live states as they are when a window subscribes. */
export type LiveSnapshot = z.infer<typeof liveSnapshotSchema>;
/** What changed since. */
export type LivePatch = z.infer<typeof livePatchSchema>;

/** Ids in one text, a space between two: a list of 50,000 texts holds up both who sends and who reads it. */
const idsInText = z
  .string()
  .max(200_000 * 16)
  .transform((text) => (text === '' ? [] : text.split(' ')))
  .refine((ids) => ids.every((id) => recordIdPattern.test(id)));

/** What a window shows, so that freshness is spent where a person looks. */
export const attentionSchema = z.object({
  onScreen: idsInText,
  selected: recordIdSchema.nullable(),
  followed: recordIdSchema.nullable(),
});

/** What a window shows. */
export type Attention = z.output<typeof attentionSchema>;

/** What a window shows, as it crosses to main. */
export function sentAttention({ onScreen, ...more }: Attention): z.input<typeof attentionSchema> {
  return { ...more, onScreen: onScreen.join(' ') };
}

/** Positions of one vehicle that Fleetdesk saw itself, oldest first. */
export const trailSchema = z.object({
  vehicleId: recordIdSchema,
  points: z.array(
    z.object({
      at: momentSchema,
      latitude: z.number(),
      longitude: z.number(),
      /** Set where no vehicle can have been there: it belongs to no line. */
      isImplausible: z.literal(true).optional(),
    }),
  ),
});

/** Positions of one vehicle that Fleetdesk saw itself. */
export type Trail = z.infer<typeof trailSchema>;
