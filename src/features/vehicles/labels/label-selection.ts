import type { LabelsChange } from '@contract/vehicle-label-changes';
import { hasLabel, type Labeled } from '@contract/vehicle-labels';

/** Whether all, some or none of several vehicles have something. */
export type Share = boolean | 'indeterminate';

/** How many of several vehicles have a tag or are in a group. */
export function shareOf(vehicles: readonly Labeled[], id: string): Share {
  const count = vehicles.filter((each) => hasLabel(each, id)).length;
  if (count === 0) return false;
  return count === vehicles.length ? true : 'indeterminate';
}

/** Stands for groups that differ, which stay as they are. */
export const MIXED = 'mixed';
/** Stands for no group. */
export const NO_GROUP = 'none';

/** The group that several vehicles are in, or that they are in different ones. */
export function groupOf(vehicles: readonly Labeled[]): string {
  const groups = new Set(vehicles.map(({ group }) => group ?? NO_GROUP));
  return groups.size === 1 ? ([...groups][0] ?? NO_GROUP) : MIXED;
}

/** What was chosen for several vehicles; what nobody touched stays as it is with each of them. */
export function assignment(
  keys: readonly string[],
  { tags, group }: { tags: ReadonlyMap<string, boolean>; group: string | null },
): Extract<LabelsChange, { kind: 'assign' }> {
  const chosen = [...tags];
  return {
    kind: 'assign',
    keys: [...keys],
    add: chosen.flatMap(([id, isOn]) => (isOn ? [id] : [])),
    remove: chosen.flatMap(([id, isOn]) => (isOn ? [] : [id])),
    ...(group !== null && group !== MIXED && { group: group === NO_GROUP ? null : group }),
  };
}
