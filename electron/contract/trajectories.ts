import { z } from 'zod';
import { daySchema, momentSchema, recordIdSchema, unreadSchema } from './records';

/** The figures of one day (service defaults, "Trajectories"); null where the service gave none. */
export const daySummarySchema = z.object({
  day: daySchema,
  /** Driving time, seconds (`dur`). */
  duration: z.number().nullable(),
  /** Meters (`dis`). */
  distance: z.number().nullable(),
  /** km/h (`spMax`). */
  topSpeed: z.number().nullable(),
  /** km/h (`spAvg`). */
  averageSpeed: z.number().nullable(),
  stops: z.number().nullable(),
  /** Seconds (`stDur`). */
  stopDuration: z.number().nullable(),
  alarms: z.number().nullable(),
});

/** The figures of one day. */
export type DaySummary = z.infer<typeof daySummarySchema>;

/** A stay at one place. */
export const stopSchema = z.object({
  from: momentSchema,
  to: momentSchema,
  latitude: z.number(),
  longitude: z.number(),
  address: z.string().nullable(),
});

/** An alarm the service recorded on the way; without a place where it told none. */
export const alarmSchema = z.object({
  at: momentSchema,
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  tag: z.string().nullable(),
  message: z.string().nullable(),
});

/** A drive from one stop to the next. */
export const segmentSchema = z.object({
  from: momentSchema,
  to: momentSchema,
  /** Meters. */
  distance: z.number().nullable(),
  /** km/h. */
  topSpeed: z.number().nullable(),
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
});

/** A fix that no vehicle can have reached from the ones before and after it. */
export const implausibleFixSchema = z.object({
  at: momentSchema,
  latitude: z.number(),
  longitude: z.number(),
});

/** A fix that no vehicle can have reached. */
export type ImplausibleFix = z.infer<typeof implausibleFixSchema>;

/**
 * A stretch of time without a fix, longer than the profile's limit (5 minutes by default) and than
 * two and a half of the device's usual intervals, or one that no vehicle drives in that time.
 */
export const gapSchema = z.object({
  /** Index of the last fix before the gap; the first one after it is the next index. */
  index: z.number().int().nonnegative(),
  from: momentSchema,
  to: momentSchema,
});

/** Bits of {@link trackColumnsSchema}'s `flags`. */
export const trackFlags = {
  /** The speed was computed from distance and time, since the service gave none. */
  speedComputed: 1,
  /** The heading was computed from the next fix. */
  headingComputed: 2,
} as const;

const float64 = z.custom<Float64Array>((value) => ArrayBuffer.isView(value));
const float32 = z.custom<Float32Array>((value) => ArrayBuffer.isView(value));
const uint8 = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));

/** The fixes of a track as columns of one length, sorted by time, each time once. */
export const trackColumnsSchema = z.object({
  /** Epoch milliseconds. */
  at: float64,
  /** Degrees. */
  latitude: float64,
  /** Degrees. */
  longitude: float64,
  /** km/h; NaN where unknown. */
  speed: float32,
  /** Degrees clockwise from north; NaN where unknown. */
  heading: float32,
  /** 0 off, 1 on, 2 unknown. */
  ignition: uint8,
  /** {@link trackFlags} */
  flags: uint8,
});

/** The fixes of a track as columns. */
export type TrackColumns = z.infer<typeof trackColumnsSchema>;

/** One vehicle's day, ready to be drawn and played. */
export const trackSchema = z.object({
  vehicleId: recordIdSchema,
  day: daySchema,
  timeZone: z.string(),
  /** Start and end of the day in that zone, epoch milliseconds. */
  dayFrom: momentSchema,
  dayTo: momentSchema,
  /**
   * The service seems to cut its days at another hour than midnight of that zone: the earliest and
   * the latest moment at which its day can begin. Null where the positions fit the day.
   */
  serviceDay: z.object({ from: momentSchema, to: momentSchema }).nullable(),
  /** Which device each part of the day is read from, in the order of time. */
  devices: z.array(z.object({ deviceId: z.string(), from: momentSchema, to: momentSchema })),
  columns: trackColumnsSchema,
  /** Fixes that no vehicle can have reached: left out of line and figures, shown on demand. */
  implausible: z.array(implausibleFixSchema),
  /** km/h from which the vehicle counts as moving, by the service profile. */
  movingSpeed: z.number(),
  gaps: z.array(gapSchema),
  stops: z.array(stopSchema),
  alarms: z.array(alarmSchema),
  segments: z.array(segmentSchema),
  summary: daySummarySchema,
  /** What of the service's answer could not be read: the first reports. */
  unread: z.array(unreadSchema),
  /** How many parts could not be read, those without a report included. */
  unreadCount: z.number().int().nonnegative(),
  /** Drives that the service told, and how many of them could be read. */
  drives: z.object({ told: z.number().int(), read: z.number().int() }),
  /** The answer as text (at most 20 kB), only where something could not be read. */
  raw: z.string().nullable(),
});

/** One vehicle's day, ready to be drawn and played. */
export type Track = z.infer<typeof trackSchema>;
/** A stay at one place. */
export type Stop = z.infer<typeof stopSchema>;
/** An alarm the service recorded on the way. */
export type Alarm = z.infer<typeof alarmSchema>;
/** A drive from one stop to the next. */
export type Segment = z.infer<typeof segmentSchema>;
/** A stretch of time without a fix. */
export type Gap = z.infer<typeof gapSchema>;

/** A span of days to summarise, both ends included; at most 31 days. */
export const daySpanSchema = z.object({
  vehicleId: recordIdSchema,
  from: daySchema,
  to: daySchema,
});

/** One day of one vehicle. */
export const dayOfVehicleSchema = z.object({ vehicleId: recordIdSchema, day: daySchema });

/** What is known of where an answer comes from. */
const answerAge = {
  /** When the service was asked. */
  readAt: momentSchema,
  /** The service can't be asked now: this is what it told earlier. */
  isKept: z.boolean(),
};

/** What a day held: a track, or nothing ("no data that day" is an empty state, not an error). */
export const dayAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('track'), track: trackSchema, ...answerAge }),
  z.object({ kind: z.literal('no-data'), summary: daySummarySchema.nullable(), ...answerAge }),
]);

/** What a day held. */
export type DayAnswer = z.infer<typeof dayAnswerSchema>;

/** The days with data of a span; where they are kept ones, those that were read here before. */
export const daysAnswerSchema = z.object({ days: z.array(daySummarySchema), ...answerAge });

/** The days with data of a span. */
export type DaysAnswer = z.infer<typeof daysAnswerSchema>;
