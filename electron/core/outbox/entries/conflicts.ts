import type { CollectionName } from '@contract/collections';
import type { FieldConflict } from '@contract/outbox';
import type { Fields, FieldValue } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { isSameValue, valueAt } from '../../fleet/field-values';

/** What an update comes to, against what the service has now. */
export interface Comparison {
  /** What is still to be sent: set here, and not so at the service. */
  readonly send: Fields;
  /** Fields that others set to something else since. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Compares an update with the record as the service has it now, field by field (three ways: base,
 * theirs, mine). What the service does not tell, or did not tell when the change was made,
 * conflicts with nothing.
 */
export function compareUpdate(
  collection: CollectionName,
  { fields, base }: Pick<StoredEntry, 'fields' | 'base'>,
  current: Fields,
): Comparison {
  const send: Record<string, FieldValue> = {};
  const conflicts: FieldConflict[] = [];
  for (const [field, mine] of Object.entries(fields)) {
    const theirs = valueAt(current, field);
    if (theirs === undefined) {
      send[field] = mine;
      continue;
    }
    if (isSameValue(collection, field, theirs, mine)) continue;
    const before = valueAt(base, field);
    if (before === undefined || isSameValue(collection, field, theirs, before)) send[field] = mine;
    else conflicts.push({ field, base: before, theirs, mine });
  }
  return { send, conflicts };
}

/** Fields that the service stored in another way than they were sent. */
export function storedDifferently(
  collection: CollectionName,
  sent: Fields,
  answer: Fields,
): StoredEntry['storedDifferently'] {
  return Object.entries(sent).flatMap(([field, value]) => {
    const stored = valueAt(answer, field);
    if (stored === undefined || isSameValue(collection, field, stored, value)) return [];
    return [{ field, sent: value, stored }];
  });
}

/**
 * A later change of the same record, whose base was what an earlier one was to set, after it turned
 * out otherwise: `now` are the fields that the earlier one left, or would have left.
 */
export function rebase(later: StoredEntry, earlier: StoredEntry, now: Fields): StoredEntry {
  const touched = Object.keys(later.fields).filter((field) => Object.hasOwn(earlier.fields, field));
  if (touched.length === 0) return later;
  const base = new Map(Object.entries(later.base));
  for (const field of touched) {
    const value = valueAt(now, field);
    if (value === undefined) base.delete(field);
    else base.set(field, value);
  }
  return { ...later, base: Object.fromEntries(base) };
}
