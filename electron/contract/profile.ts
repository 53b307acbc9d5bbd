import { z } from 'zod';
import { profileFormSchema } from './profile-form';

/** A key in which a service profile differs from the built-in one. */
export const profileDifferenceSchema = z.object({
  /** As in `operations.vehicles.list.path`. */
  path: z.string(),
  /** JSON text, as it would be in a profile file; null where a profile lacks the key. */
  builtIn: z.string().nullable(),
  value: z.string().nullable(),
});

/** A key in which a service profile differs from the built-in one. */
export type ProfileDifference = z.infer<typeof profileDifferenceSchema>;

/** What the abbreviations of a tracking position mean (service defaults, "Tracking position"). */
export const positionMeaningSchema = z.object({
  /** False while nobody has confirmed the rest; the document does not state it. */
  confirmed: z.boolean(),
  time: z.object({ key: z.string(), unit: z.enum(['seconds', 'milliseconds', 'iso']) }),
  speed: z.object({ key: z.string(), unit: z.enum(['km/h', 'm/s', 'mph', 'knots']) }),
  heading: z.object({
    key: z.string(),
    unit: z.enum(['degrees', 'radians']),
    turns: z.enum(['clockwise', 'counter-clockwise']),
    /** Degrees clockwise from north that the value 0 stands for. */
    zero: z.number(),
  }),
  ignition: z.object({ key: z.string() }),
  battery: z.object({ key: z.string(), unit: z.enum(['percent', 'fraction', 'volts', 'unknown']) }),
  output1: z.object({ key: z.string() }),
  position: z.object({
    key: z.string(),
    order: z.enum(['longitude-latitude', 'latitude-longitude']),
  }),
});

/** What the abbreviations of a tracking position mean. */
export type PositionMeaning = z.infer<typeof positionMeaningSchema>;

/** What trying has taught about the deployment behind a connection. */
export const learnedOfServiceSchema = z.object({
  /** Operations that answered 400 to a parameter; it is not sent to them any more. */
  refused: z.array(
    z.object({
      /** As in `vehicles.list`. */
      operation: z.string(),
      parameters: z.array(z.enum(['attributes', 'includes'])),
    }),
  ),
  /** Number of the first page of a list; null while nobody has found out. */
  firstPage: z.union([z.literal(0), z.literal(1)]).nullable(),
  /** Whether the vehicle list tells devices along; null while that was not tried. */
  vehicleIncludes: z.boolean().nullable(),
});

/** What trying has taught about the deployment behind a connection. */
export type LearnedOfService = z.infer<typeof learnedOfServiceSchema>;

/** What a service profile says, as far as a person is shown it. */
export const profileContentSchema = z.object({
  name: z.string(),
  /** Version of the profile's own form. */
  version: z.number().int(),
  /** Keys that differ from the built-in profile; none for the built-in one itself. */
  differences: z.array(profileDifferenceSchema),
  /** Operations beyond the document; `call` is null for one that the profile does not name. */
  optionalOperations: z.array(
    z.object({
      /** As in `enterprises.list`. */
      operation: z.string(),
      /** Method and path. */
      call: z.string().nullable(),
    }),
  ),
  tracking: positionMeaningSchema,
});

/** What a service profile says, as far as a person is shown it. */
export type ProfileContent = z.infer<typeof profileContentSchema>;

/** The service profile of a connection. */
export const connectionProfileSchema = profileContentSchema.extend({
  connectionId: z.string(),
  /** False for the built-in profile without a change. */
  isOwn: z.boolean(),
  /** The session of this connection runs under another one; this holds from the next on. */
  isWaiting: z.boolean(),
  learned: learnedOfServiceSchema,
  /** What a person can change of it without a file. */
  form: profileFormSchema,
});

/** The service profile of a connection. */
export type ConnectionProfile = z.infer<typeof connectionProfileSchema>;

/** A profile file that was read and found good; it is used once a person says so. */
export const profileOfferSchema = z.object({
  /** Names the offer in the call that accepts it. */
  offerId: z.string(),
  connectionId: z.string(),
  /** Name of the file, without its folder. */
  file: z.string(),
  /** Where requests under this profile go: host and port of the connection. */
  host: z.string(),
  content: profileContentSchema,
});

/** A profile file that was read and found good; it is used once a person says so. */
export type ProfileOffer = z.infer<typeof profileOfferSchema>;
