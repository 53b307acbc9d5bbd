import { z } from 'zod';
import { recordKeySchema, type RecordKey } from './records';
import {
  keysWith,
  labeledOf,
  labeledSchema,
  LABELS_AT_MOST,
  labelSchema,
  nothingGiven,
  type Label,
  type Labeled,
  type VehicleLabels,
} from './vehicle-labels';

/** Most vehicles that one change names. */
const VEHICLES_AT_MOST = 50_000;

const severalLabels = z.array(labelSchema).max(2 * LABELS_AT_MOST);
const labeledVehicles = z.record(recordKeySchema, labeledSchema);
const vehicleKeys = z.array(recordKeySchema).max(VEHICLES_AT_MOST);

/** One change of tags, groups and pins: what is not named stays as it is. */
export const labelsChangeSchema = z.discriminatedUnion('kind', [
  /** Makes a tag or group, or gives the one with its id another name and color. */
  z.object({ kind: z.literal('keep'), label: labelSchema }),
  z.object({ kind: z.literal('delete'), id: labelSchema.shape.id }),
  /** All vehicles of one get the other; the first is deleted. Both are of one kind. */
  z.object({ kind: z.literal('merge'), id: labelSchema.shape.id, into: labelSchema.shape.id }),
  /** Undoes a change: all that is named here is as it was before it. */
  z.object({
    kind: z.literal('putBack'),
    /** Tags and groups that were deleted, or had another name or color. */
    labels: severalLabels,
    /** Tags and groups that were made by the change. */
    made: z.array(labelSchema.shape.id).max(2 * LABELS_AT_MOST),
    vehicles: labeledVehicles,
  }),
  /** Adds tags, groups and pins of a file; nothing is taken from a vehicle but its group. */
  z.object({ kind: z.literal('add'), labels: severalLabels, vehicles: labeledVehicles }),
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
    case 'putBack': {
      // Vehicles may have been given meanwhile what goes again.
      const left = change.made.reduce(without, withLabels(before, change.labels));
      return mappedWithin(
        left,
        Object.keys(change.vehicles),
        (_, key) => change.vehicles[key] ?? nothingGiven,
      );
    }
    case 'add':
      return mappedWithin(
        withLabels(before, change.labels),
        Object.keys(change.vehicles),
        (labeled, key) => together(labeled, change.vehicles[key] ?? nothingGiven),
      );
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
  change: (labeled: Labeled, key: RecordKey) => Labeled,
): VehicleLabels {
  const vehicles = new Map(Object.entries(before.vehicles));
  for (const key of keys) {
    const after = change(vehicles.get(key) ?? nothingGiven, key);
    if (after.tags.length === 0 && after.group === null && !after.isPinned) vehicles.delete(key);
    else vehicles.set(key, after);
  }
  return { ...before, vehicles: Object.fromEntries(vehicles) };
}

/** With these tags and groups: new ones, or known ones as they are here. */
function withLabels(before: VehicleLabels, labels: readonly Label[]): VehicleLabels {
  const given = new Map(labels.map((label) => [label.id, label]));
  const there = before.labels.map((label) => given.get(label.id) ?? label);
  const ids = new Set(before.labels.map(({ id }) => id));
  return { ...before, labels: [...there, ...labels.filter(({ id }) => !ids.has(id))] };
}

/** As `mapped`, with nothing but tags and groups that there are. */
function mappedWithin(
  before: VehicleLabels,
  keys: readonly RecordKey[],
  change: (labeled: Labeled, key: RecordKey) => Labeled,
): VehicleLabels {
  const kinds = new Map(before.labels.map(({ id, kind }) => [id, kind]));
  return mapped(before, keys, (labeled, key) => {
    const { tags, group, isPinned } = change(labeled, key);
    return {
      tags: tags.filter((id) => kinds.get(id) === 'tag'),
      group: group !== null && kinds.get(group) === 'group' ? group : null,
      isPinned,
    };
  });
}

/** What a vehicle has with what it is given besides; of groups the new one. */
function together(has: Labeled, more: Labeled): Labeled {
  return {
    tags: [...new Set([...has.tags, ...more.tags])],
    group: more.group ?? has.group,
    isPinned: has.isPinned || more.isPinned,
  };
}

/** What undoes a change that led from one state to another. */
export function undoOf(
  before: VehicleLabels,
  after: VehicleLabels,
): Extract<LabelsChange, { kind: 'putBack' }> {
  const now = new Map(after.labels.map((label) => [label.id, label]));
  const then = new Set(before.labels.map(({ id }) => id));
  const keys = new Set([...Object.keys(before.vehicles), ...Object.keys(after.vehicles)]);
  const differing = [...keys].filter((key) => before.vehicles[key] !== after.vehicles[key]);
  return {
    kind: 'putBack',
    labels: before.labels.filter((label) => now.get(label.id) !== label),
    made: after.labels.flatMap(({ id }) => (then.has(id) ? [] : [id])),
    vehicles: Object.fromEntries(differing.map((key) => [key, labeledOf(before, key)])),
  };
}
