import { z } from 'zod';
import { fold } from './folding';
import { cleanName, givenNameSchema } from './given-names';
import { recordKeySchema, type RecordKey } from './records';

/** Most tags and groups that an office keeps, each. */
export const LABELS_AT_MOST = 500;

/** Longest name of a tag or group, characters. */
export const LABEL_NAME_AT_MOST = 60;

/** Most vehicles that one change names. */
const VEHICLES_AT_MOST = 50_000;

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

const vehicleKeys = z.array(recordKeySchema).max(VEHICLES_AT_MOST);

/** One change of tags, groups and pins: what is not named stays as it is. */
export const labelsChangeSchema = z.discriminatedUnion('kind', [
  /** Makes a tag or group, or gives the one with its id another name and color. */
  z.object({ kind: z.literal('keep'), label: labelSchema }),
  z.object({ kind: z.literal('delete'), id: labelSchema.shape.id }),
  /** All vehicles of one get the other; the first is deleted. Both are of one kind. */
  z.object({ kind: z.literal('merge'), id: labelSchema.shape.id, into: labelSchema.shape.id }),
  /** Brings a deleted or merged one back, with the vehicles that had it. */
  z.object({
    kind: z.literal('restore'),
    label: labelSchema,
    keys: vehicleKeys,
    /** It was merged into this one, which these vehicles got by that. */
    merged: z.object({ into: labelSchema.shape.id, keys: vehicleKeys }).nullable(),
  }),
  z.object({
    kind: z.literal('assign'),
    keys: vehicleKeys,
    add: z.array(labelSchema.shape.id).max(LABELS_AT_MOST).optional(),
    remove: z.array(labelSchema.shape.id).max(LABELS_AT_MOST).optional(),
    /** Null takes the vehicles out of their groups. */
    group: labelSchema.shape.id.nullable().optional(),
    isPinned: z.boolean().optional(),
  }),
]);

/** One change of tags, groups and pins. */
export type LabelsChange = z.infer<typeof labelsChangeSchema>;

const nothing: Labeled = { tags: [], group: null, isPinned: false };

/** What a vehicle was given here. */
export function labeledOf({ vehicles }: VehicleLabels, key: RecordKey): Labeled {
  return vehicles[key] ?? nothing;
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

/** Tags, groups and pins after a change. What a change names and is not there changes nothing. */
export function changedLabels(before: VehicleLabels, change: LabelsChange): VehicleLabels {
  const { labels } = before;
  const byId = (id: string): Label | undefined => labels.find((each) => each.id === id);
  switch (change.kind) {
    case 'keep': {
      const known = byId(change.label.id);
      if (known === undefined) return { ...before, labels: [...labels, change.label] };
      // A tag never becomes a group: vehicles hold them in different ways.
      const label = { ...change.label, kind: known.kind };
      return { ...before, labels: labels.map((each) => (each === known ? label : each)) };
    }
    case 'delete':
      return without(before, change.id);
    case 'merge': {
      const from = byId(change.id);
      const into = byId(change.into);
      if (!from || !into || from === into || from.kind !== into.kind) return before;
      return without(given(before, into, keysWith(before, from.id)), from.id);
    }
    case 'restore': {
      const { label, keys, merged } = change;
      const back = byId(label.id) ? before : { ...before, labels: [...labels, label] };
      const undone = merged === null ? back : mapped(back, merged.keys, taker([merged.into]));
      return given(undone, label, keys);
    }
    case 'assign': {
      const { keys, add = [], remove = [], group, isPinned } = change;
      const tags = add.filter((id) => byId(id)?.kind === 'tag');
      const isGroup = group !== undefined && (group === null || byId(group)?.kind === 'group');
      const take = taker(remove);
      return mapped(before, keys, (labeled) => {
        const left = take(labeled);
        return {
          tags: [...new Set([...left.tags, ...tags])],
          group: isGroup ? group : left.group,
          isPinned: isPinned ?? left.isPinned,
        };
      });
    }
  }
}

/** The vehicles that have a tag or are in a group. */
export function keysWith({ vehicles }: VehicleLabels, id: string): RecordKey[] {
  return Object.entries(vehicles).flatMap(([key, each]) => (hasLabel(each, id) ? [key] : []));
}

function given(before: VehicleLabels, label: Label, keys: readonly RecordKey[]): VehicleLabels {
  return mapped(before, keys, ({ tags, group, isPinned }) =>
    label.kind === 'tag'
      ? { tags: [...new Set([...tags, label.id])], group, isPinned }
      : { tags, group: label.id, isPinned },
  );
}

function taker(ids: readonly string[]): (labeled: Labeled) => Labeled {
  const taken = new Set(ids);
  return ({ tags, group, isPinned }) => ({
    tags: tags.filter((id) => !taken.has(id)),
    group: group !== null && taken.has(group) ? null : group,
    isPinned,
  });
}

function without(before: VehicleLabels, id: string): VehicleLabels {
  const after = mapped(before, keysWith(before, id), taker([id]));
  return { ...after, labels: after.labels.filter((each) => each.id !== id) };
}

function mapped(
  before: VehicleLabels,
  keys: readonly RecordKey[],
  change: (labeled: Labeled) => Labeled,
): VehicleLabels {
  const vehicles = new Map(Object.entries(before.vehicles));
  for (const key of keys) {
    const after = change(vehicles.get(key) ?? nothing);
    if (after.tags.length === 0 && after.group === null && !after.isPinned) vehicles.delete(key);
    else vehicles.set(key, after);
  }
  return { ...before, vehicles: Object.fromEntries(vehicles) };
}
