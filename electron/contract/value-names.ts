import { z } from 'zod';
import { collectionNameSchema } from './collections';

/** What names a value: an identifier of something that the service neither lists nor names. */
const valueSchema = z.object({
  collection: collectionNameSchema,
  /** Of the kind `identifier`. */
  field: z.string().min(1).max(64),
  value: z.string().min(1).max(64),
});

/** The name of a value: given on this computer, or told by the service. */
export const valueNameSchema = valueSchema.extend({
  name: z.string().trim().min(1).max(255),
  /** Records that refer to the value name it so; nobody here gave it another name. */
  isTold: z.boolean().optional(),
});

/** The name of a value. */
export type ValueName = z.infer<typeof valueNameSchema>;

/** A name that a value is given on this computer; null takes it back. */
export const valueNamingSchema = valueSchema.extend({
  name: valueNameSchema.shape.name.nullable(),
});

/** A name that a value is given on this computer; null takes it back. */
export type ValueNaming = z.infer<typeof valueNamingSchema>;

/** Most values that have a name here. */
export const VALUE_NAMES_AT_MOST = 500;

/** All names of values. */
export const valueNamesSchema = z.array(valueNameSchema);

/** Whether two are about the same value. */
export function isSameNamed(one: Omit<ValueName, 'name'>, other: Omit<ValueName, 'name'>): boolean {
  return (
    one.collection === other.collection && one.field === other.field && one.value === other.value
  );
}
