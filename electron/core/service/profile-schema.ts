import { z } from 'zod';
import { operationFormSchema, type OperationForm } from '@contract/operation-form';
import { resourceDescriptionsSchema } from '@contract/resources';
import { operationNames, optionalOperationNames } from './operations';

/** Version of the profile's own form; a profile of another version is refused, not guessed at. */
export const PROFILE_VERSION = 1;

const headerNameSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'name');
const keySchema = z.string().min(1).max(64);
const secondsSchema = z.number().positive().max(31_536_000);

const limitsSchema = z.strictObject({
  /** Requests that the service allows in any minute. */
  perMinute: z.number().int().min(6).max(100_000),
  /** Largest `limit` of a list. */
  pageSize: z.number().int().min(1).max(100),
  /** Records in one create or delete list. */
  chunkSize: z.number().int().min(1).max(100),
});

/** The whole profile of a service: what the public API document leaves open. */
export const profileSchema = z.strictObject({
  version: z.literal(PROFILE_VERSION),
  name: z.string().min(1).max(80),
  limits: limitsSchema,
  /** Create and delete lists are applied whole or not at all. */
  atomicLists: z.boolean(),
  publicKey: z.strictObject({
    place: z.enum(['header', 'query', 'none']),
    name: headerNameSchema,
  }),
  parameters: z.strictObject({
    /** `a[]=1&a[]=2`, `a[0]=1&a[1]=2`, `a=1&a=2`, `a=1,2` */
    arrays: z.enum(['brackets', 'indices', 'repeat', 'comma']),
    /** `a[b][c]=1`, `a.b.c=1`, `a={"b":{"c":1}}` */
    objects: z.enum(['brackets', 'dots', 'json']),
  }),
  /** Number of the first page; `probe` asks once per connection, beginning with the number. */
  paging: z.strictObject({ firstPage: z.union([z.literal(0), z.literal(1)]), probe: z.boolean() }),
  errors: z.strictObject({
    /** Places of the message in an error body, the first that holds text wins. */
    messages: z.array(z.string().regex(/^[A-Za-z0-9_-]+(\[\])?(\.[A-Za-z0-9_-]+(\[\])?)*$/)).min(1),
    /** Statuses that say "too many requests". */
    rateStatuses: z.array(z.number().int().min(400).max(599)),
    /** Statuses that say so only together with `Retry-After`. */
    rateStatusesWithRetryAfter: z.array(z.number().int().min(400).max(599)),
    /** Statuses of the authentication operations that refuse the credentials or may do so. */
    refusedStatuses: z.array(z.number().int().min(400).max(599)),
    refusedOrFaultStatuses: z.array(z.number().int().min(400).max(599)),
  }),
  /** Keys and units of a tracking position. */
  tracking: z.strictObject({
    /** False while the meanings below are assumed; the app labels them so. */
    confirmed: z.boolean(),
    time: z.strictObject({ key: keySchema, unit: z.enum(['seconds', 'milliseconds', 'iso']) }),
    speed: z.strictObject({ key: keySchema, unit: z.enum(['km/h', 'm/s', 'mph', 'knots']) }),
    heading: z.strictObject({
      key: keySchema,
      unit: z.enum(['degrees', 'radians']),
      turns: z.enum(['clockwise', 'counter-clockwise']),
      /** Degrees clockwise from north that the value 0 stands for. */
      zero: z.number().min(0).lt(360),
    }),
    ignition: z.strictObject({ key: keySchema }),
    battery: z.strictObject({
      key: keySchema,
      unit: z.enum(['percent', 'fraction', 'volts', 'unknown']),
    }),
    output1: z.strictObject({ key: keySchema }),
    position: z.strictObject({
      key: keySchema,
      order: z.enum(['longitude-latitude', 'latitude-longitude']),
    }),
  }),
  /** Age of a fix at the time it was looked at. */
  silence: z.strictObject({
    lateAfterSeconds: secondsSchema,
    silentAfterSeconds: secondsSchema,
    parkedSilentAfterSeconds: secondsSchema,
  }),
  motion: z.strictObject({
    /** Below it a vehicle is still, km/h. */
    movingFromKmh: z.number().min(0).max(50),
  }),
  trajectories: z.strictObject({
    /** A stretch without fixes longer than this is a gap. */
    gapSeconds: secondsSchema,
  }),
  operations: z.strictObject(
    Object.fromEntries(operationNames.map((name) => [name, operationFormSchema])) as Record<
      (typeof operationNames)[number],
      typeof operationFormSchema
    >,
  ),
  /**
   * Operations beyond the document that this deployment offers. Naming one switches it on; what is
   * known of its form (`operations/`) need not be said again.
   */
  optionalOperations: z.partialRecord(z.enum(optionalOperationNames), operationFormSchema),
  /** Resources of this deployment that the app does not know without being told. */
  resources: resourceDescriptionsSchema,
});

/** What the public API document leaves open, for one deployment. */
export type Profile = z.output<typeof profileSchema>;

/** Method, path and form of one operation in a profile. */
export type OperationProfile = OperationForm;
