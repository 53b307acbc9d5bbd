import { z } from 'zod';

/** Settings of a service profile that offices need to change, by their place in it, in order. */
export const profileFormFields = [
  'name',
  'limits.perMinute',
  'limits.pageSize',
  'limits.chunkSize',
  'atomicLists',
  'publicKey.place',
  'publicKey.name',
  'tracking.time.unit',
  'tracking.speed.unit',
  'tracking.battery.unit',
  'tracking.position.order',
  'silence.lateAfterSeconds',
  'silence.silentAfterSeconds',
  'silence.parkedSilentAfterSeconds',
  'motion.movingFromKmh',
  'trajectories.gapSeconds',
] as const;

/** A setting of a service profile that the form shows. */
export type ProfileFormField = (typeof profileFormFields)[number];

const fieldSchema = z.enum(profileFormFields);

/** A value of such a setting; a number that is none travels as the text that was typed. */
export const profileValueSchema = z.union([z.string().max(200), z.number(), z.boolean()]);

/** A value of such a setting. */
export type ProfileValue = z.infer<typeof profileValueSchema>;

/** How a value is entered. */
export const profileControlSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number') }),
  z.object({ kind: z.literal('switch') }),
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('choice'), values: z.array(z.string()) }),
]);

/** What the form of a service profile begins with. */
export const profileFormSchema = z.object({
  fields: z.array(
    z.object({
      field: fieldSchema,
      control: profileControlSchema,
      value: profileValueSchema,
      builtIn: profileValueSchema,
    }),
  ),
  /** Every operation that a profile can name. */
  operations: z.array(
    z.object({
      /** As in `vehicles.list`. */
      operation: z.string(),
      method: z.string(),
      /** Null for one that this deployment does not offer. */
      path: z.string().nullable(),
      /** The path without a profile; null for one that only a profile can say. */
      usual: z.string().nullable(),
      /** Only some deployments offer it. */
      isOptional: z.boolean(),
    }),
  ),
});

/** What the form of a service profile begins with. */
export type ProfileForm = z.infer<typeof profileFormSchema>;

/** What a person changed in the form; everything else of the profile stays as it is. */
export const profileEditSchema = z.strictObject({
  fields: z.partialRecord(fieldSchema, profileValueSchema),
  /** Paths by operation; null goes back to the usual one, or takes an optional operation away. */
  paths: z.record(z.string().max(64), z.string().max(400).nullable()),
});

/** What a person changed in the form. */
export type ProfileEdit = z.infer<typeof profileEditSchema>;
