import type { CollectionName } from '@contract/collections';
import type { FieldValue, RecordKey } from '@contract/records';
import { derivedOf, type Derived } from '@contract/resources';

/** One field of all records of a collection; empty values are missing. */
export interface Column {
  readonly values: ReadonlyMap<number, FieldValue>;
}

/** What derived columns need of another collection's listing. */
interface OtherListing {
  readonly version: number;
  rows(): ReadonlyMap<number, { readonly key: RecordKey; readonly isGone: boolean }>;
  column(field: string): Column;
  idOf(key: RecordKey): number | undefined;
}

/** The listing of a collection. */
export type ListingOf = (collection: CollectionName) => OtherListing;

/** In SQL what `isCounted` says of an association. */
export function countedIn(table: string): string {
  return `${table}.mark <> 'deleting'
    AND NOT (${table}.mark = 'attention' AND ${table}.key GLOB 'local:*')`;
}

/** In SQL whether an association is that of a driver. */
const isDriver = `UPPER(TRIM(nature)) = 'DRIVER'`;

/**
 * JSON of the keys that a record is associated with, in SQL over the table of records: main device
 * first, then the oldest; what does not count is left out. Null for what is no association.
 * `tellsDrivers`: the service says who drives; where it doesn't, everybody may.
 */
export function associatedWith(
  { from }: Derived,
  { tellsDrivers }: { tellsDrivers: boolean },
): string | null {
  if (typeof from === 'string' || !('association' in from)) return null;
  const [own, other] =
    from.of === 'vehicle' ? ['vehicle_key', 'other_key'] : ['other_key', 'vehicle_key'];
  return `json((SELECT json_group_array(${other} ORDER BY
      COALESCE(pending_main, is_main) DESC, created_at IS NULL, created_at, associations.key)
    FROM associations
    WHERE side = '${from.association}' AND ${own} = records.key AND ${countedIn('associations')}
      ${from.drivers === true && tellsDrivers ? `AND ${isDriver}` : ''}))`;
}

/** Whether a derived column is worked out of the columns of other listings. */
export function isBetweenListings({ from }: Derived): boolean {
  return typeof from !== 'string' && !('association' in from);
}

/**
 * The values of such a column by row, and what tells whether they still hold; `values` is null
 * where they are those of the version `unless`.
 */
export function columnBetween(
  own: OtherListing,
  collection: CollectionName,
  derived: Derived,
  listingOf: ListingOf,
  { unless }: { unless: number | 'given' | undefined },
): { values: Map<number, FieldValue> | null; version: number } {
  const { from } = derived;
  if (typeof from === 'string' || 'association' in from) return { values: null, version: 0 };
  if ('through' in from) {
    const other = derivedOf(collection)[from.through]?.references;
    if (other === undefined) return { values: null, version: 0 };
    const between = listingOf(other);
    const version = own.version + between.version;
    if (version === unless) return { values: null, version };
    return { values: through(own.column(from.through), between, from.derived), version };
  }
  const others = listingOf(from.collection);
  const version = own.version + others.version;
  if (version === unless) return { values: null, version };
  const referring = referringTo(own, others, from.field);
  const isCount = derived.kind === 'count';
  const values = new Map<number, FieldValue>(
    Array.from(referring, ([id, keys]) => [id, isCount ? keys.length : keys]),
  );
  return { values, version };
}

/** Records that refer to each row by a field, without the gone ones. */
function referringTo(
  own: OtherListing,
  others: OtherListing,
  field: string,
): Map<number, RecordKey[]> {
  const referring = new Map<number, RecordKey[]>();
  const { values } = others.column(field);
  for (const [otherId, { key, isGone }] of others.rows()) {
    const value = values.get(otherId);
    const id = typeof value === 'string' && !isGone ? own.idOf(value) : undefined;
    if (id === undefined) continue;
    const known = referring.get(id);
    if (known === undefined) referring.set(id, [key]);
    else known.push(key);
  }
  return referring;
}

/** What the records of a column have in one of theirs, each once. */
function through(
  { values }: Column,
  between: OtherListing,
  field: string,
): Map<number, FieldValue> {
  const theirs = between.column(field).values;
  const found = new Map<number, FieldValue>();
  for (const [id, keys] of values) {
    const all = (Array.isArray(keys) ? keys : []).flatMap((key) => {
      const value = theirs.get(between.idOf(key) ?? -1);
      return Array.isArray(value) ? value : [];
    });
    if (all.length > 0) found.set(id, [...new Set(all)]);
  }
  return found;
}
