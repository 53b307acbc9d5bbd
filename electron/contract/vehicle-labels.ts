import { z } from 'zod';
import { fold } from './folding';
import { cleanName, givenNameSchema } from './given-names';
import { recordKeySchema, type RecordKey } from './records';

/** Most tags and groups that an office keeps, each. */
export const LABELS_AT_MOST = 500;

/** Longest name of a tag or group, characters. */
export const LABEL_NAME_AT_MOST = 60;

/** Colors of tags and groups, apart from those that show what a vehicle does. */
export const labelColors = [
  'gray',
  'blue',
  'cyan',
  'violet',
  'magenta',
  'brown',
  'olive',
  'navy',
] as const;

/** The color of a tag or group. */
export type LabelColor = (typeof labelColors)[number];

/**
 * A vehicle has any number of tags, and is in one group at most. Both are this office's own and
 * never reach the service.
 */
export const labelKinds = ['tag', 'group'] as const;

/** A tag or a group. */
export type LabelKind = (typeof labelKinds)[number];

/** A tag or a group of vehicles. */
export const labelSchema = z.object({
  id: z.string().min(1).max(64),
  kind: z.enum(labelKinds),
  name: givenNameSchema(LABEL_NAME_AT_MOST),
  color: z.enum(labelColors),
});

/** A tag or a group of vehicles. */
export type Label = z.infer<typeof labelSchema>;

/** What a vehicle was given here. */
export const labeledSchema = z.object({
  tags: z.array(labelSchema.shape.id).max(LABELS_AT_MOST),
  group: labelSchema.shape.id.nullable(),
  /** It is checked more often, and comes first in lists. */
  isPinned: z.boolean(),
});

/** What a vehicle was given here. */
export type Labeled = z.infer<typeof labeledSchema>;

/** All tags and groups, and what each vehicle was given; one with nothing is missing. */
export const vehicleLabelsSchema = z.object({
  labels: z.array(labelSchema),
  vehicles: z.record(recordKeySchema, labeledSchema),
});

/** All tags and groups, and what each vehicle was given. */
export type VehicleLabels = z.infer<typeof vehicleLabelsSchema>;

/** What a vehicle has that was given nothing. */
export const nothingGiven: Labeled = { tags: [], group: null, isPinned: false };

/** What a vehicle was given here. */
export function labeledOf({ vehicles }: VehicleLabels, key: RecordKey): Labeled {
  return vehicles[key] ?? nothingGiven;
}

/** Whether a vehicle has a tag or is in a group. */
export function hasLabel({ tags, group }: Labeled, id: string): boolean {
  return group === id || tags.includes(id);
}

/** Another tag or group of the same kind and name, upper case and accents aside. */
export function sameNamed(
  { labels }: Pick<VehicleLabels, 'labels'>,
  { id, kind, name }: Pick<Label, 'kind' | 'name'> & { id: string | null },
): Label | undefined {
  const wanted = fold(cleanName(name));
  return labels.find((each) => each.id !== id && each.kind === kind && fold(each.name) === wanted);
}

/** The vehicles that have a tag or are in a group. */
export function keysWith({ vehicles }: VehicleLabels, id: string): RecordKey[] {
  return Object.entries(vehicles).flatMap(([key, each]) => (hasLabel(each, id) ? [key] : []));
}
