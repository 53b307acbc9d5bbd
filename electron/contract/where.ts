import { z } from 'zod';
import { locales } from './settings';

/** Points that one call may ask about. */
export const POINTS_AT_ONCE = 200;

/** Within so many meters of its center one is in a place of which only the center is known. */
export const IN_PLACE = 2_000;

/** A place beside a point: how far away it is, meters, and the direction from it to the point. */
const besideSchema = z.object({
  name: z.string(),
  /** Meters from its center. */
  away: z.number().nonnegative(),
  /** Degrees clockwise from north, seen from the place. */
  bearing: z.number().min(0).lt(360),
});

/** Where a point is: parts that a screen puts into words. What is not known is null. */
export const whereSchema = z.object({
  /** The nearest named street within 300 m, and how many meters away it is. */
  street: z.object({ name: z.string(), away: z.number().nonnegative() }).nullable(),
  /** The district or quarter. */
  district: z.string().nullable(),
  /** The town that the point is in, or else the nearest one. */
  town: besideSchema.extend({ isIn: z.boolean() }).nullable(),
  /**
   * What knew most of it: a map file, the demo's streets, the built-in names of places, or the
   * address server of the settings.
   */
  source: z.enum(['map', 'streets', 'places', 'geocoder']),
});

/** Where a point is. */
export type Where = z.infer<typeof whereSchema>;

/** A point, degrees. */
export const pointSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** Points in degrees, and the language in which districts and towns are named where they can be. */
export const whereQuestionSchema = z.object({
  points: z.array(pointSchema).max(POINTS_AT_ONCE),
  locale: z.enum(locales),
});

/** Points, and the language of names. */
export type WhereQuestion = z.infer<typeof whereQuestionSchema>;

/** One answer a point, in the order asked; and whether all that could be read was read. */
export const whereAnswerSchema = z.object({
  places: z.array(whereSchema),
  /** False: a map file did not answer just now, so the same question may soon know more. */
  isComplete: z.boolean(),
});

/** One answer a point, in the order asked. */
export type WhereAnswer = z.infer<typeof whereAnswerSchema>;
