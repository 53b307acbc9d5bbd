import type { FieldValue, RecordKey, RecordQuery, RecordRow } from '@contract/records';
import type { Labeled, VehicleLabels } from '@contract/vehicle-labels';
import type { GivenColumns } from '../ports/store';

/** Derived values of vehicles that tags, groups and pins give them. */
export const labelFields = ['tags', 'group', 'pin'] as const;

/** Those of them that have names, by which a search finds vehicles. */
export const namedFields = ['tags', 'group'] as const;

/** Whether an office gave its vehicles anything. */
export function hasAny({ labels, vehicles }: VehicleLabels): boolean {
  return labels.length > 0 || Object.keys(vehicles).length > 0;
}

function valueOf(labeled: Labeled, field: (typeof labelFields)[number]): FieldValue {
  if (field === 'group') return labeled.group;
  if (field === 'pin') return labeled.isPinned ? 'pinned' : null;
  return labeled.tags.length > 0 ? labeled.tags : null;
}

/** Tags and groups by vehicle, as columns that a query may sort and narrow by. */
export function labelColumns(
  { vehicles }: VehicleLabels,
  wanted: ReadonlySet<string>,
): GivenColumns {
  const columns = labelFields
    .filter((field) => wanted.has(field))
    .map((field) => {
      const values = new Map<RecordKey, FieldValue>();
      for (const [key, labeled] of Object.entries(vehicles)) {
        const value = valueOf(labeled, field);
        if (value !== null) values.set(key, value);
      }
      return [field, values] as const;
    });
  return Object.fromEntries(columns);
}

/** What tags and groups are called: they are sorted and found by that. */
export function labelWords({ labels }: VehicleLabels): NonNullable<RecordQuery['valueWords']> {
  const named = (kind: string): Record<string, string> =>
    Object.fromEntries(
      labels.filter((each) => each.kind === kind).map(({ id, name }) => [id, name]),
    );
  return { tags: named('tag'), group: named('group') };
}

/** Rows of vehicles with their tags and groups beside what was known already. */
export function withLabels(rows: readonly RecordRow[], { vehicles }: VehicleLabels): RecordRow[] {
  return rows.map((row) => {
    const labeled = vehicles[row.key];
    if (labeled === undefined) return row;
    const values = labelFields.flatMap((field) => {
      const value = valueOf(labeled, field);
      return value === null ? [] : [[field, value] as const];
    });
    return { ...row, derived: { ...row.derived, ...Object.fromEntries(values) } };
  });
}
