import type { CollectionName } from '@contract/collections';
import { isLocalKey, type FieldValue, type RecordKey } from '@contract/records';
import { derivedOf, type DerivedFrom } from '@contract/resources';
import { currentKey } from './commit';
import type { Connection } from './connection';

/** What is asked of a collection's listing. */
interface Rows {
  rows(): ReadonlyMap<number, { readonly key: RecordKey; readonly isGone: boolean }>;
  column(field: string): { readonly values: ReadonlyMap<number, FieldValue> };
  idOf(key: RecordKey): number | undefined;
}

/** Whether the value of a row is empty because nobody has looked yet. */
type IsUnknown = (id: number) => boolean;

const never: IsUnknown = () => false;

/** The column, given for one query, of rows whose live value is not known yet. */
export function unknownColumn(field: string): string {
  return `?${field}`;
}

/**
 * Tells an empty derived value from one that nobody has looked for yet: associations are listed by
 * vehicle, over minutes or hours. Lists change without a word to listings, so nothing is kept here.
 */
export function unknownValues(
  connection: Connection,
  listingOf: (collection: CollectionName) => Rows,
  { collection, field }: { collection: CollectionName; field: string },
): IsUnknown {
  const derived = derivedOf(collection)[field];
  if (derived === undefined) return never;
  const listing = listingOf(collection);
  const { values } = listing.column(field);
  const isUnknown = unlooked(connection, listingOf, { collection, field, from: derived.from });
  if (isUnknown === never) return never;
  return (id) => {
    const value = values.get(id);
    // Nothing is counted as zero where nothing was counted.
    if (value !== undefined && value !== 0) return false;
    return !isLocalKey(listing.rows().get(id)?.key ?? '') && isUnknown(id);
  };
}

function unlooked(
  connection: Connection,
  listingOf: (collection: CollectionName) => Rows,
  { collection, field, from }: { collection: CollectionName; field: string; from: DerivedFrom },
): IsUnknown {
  const listing = listingOf(collection);
  if (from === 'labels') return never;
  if (from === 'live') {
    const { values } = listing.column(unknownColumn(field));
    return values.size === 0 ? never : (id) => values.has(id);
  }
  if ('association' in from) {
    const listed = new Set(
      connection.texts(
        'SELECT CAST(vehicle_key AS BLOB) FROM association_lists WHERE side = ?',
        from.association,
      ),
    );
    if (from.of === 'vehicle') return (id) => !listed.has(listing.rows().get(id)?.key ?? '');
    const isLooked = (key: RecordKey): boolean => isLocalKey(key) || listed.has(key);
    const vehicles = [...listingOf('vehicles').rows().values()];
    const isWhole =
      isListed(connection, 'vehicles') &&
      vehicles.every(({ key, isGone }) => isGone || isLooked(key));
    return isWhole ? never : () => true;
  }
  if ('through' in from) {
    const other = derivedOf(collection)[from.through]?.references;
    if (other === undefined) return never;
    const first = unknownValues(connection, listingOf, { collection, field: from.through });
    const between = listingOf(other);
    const second = unknownValues(connection, listingOf, {
      ...{ collection: other, field: from.derived },
    });
    if (first === never && second === never) return never;
    const { values } = listing.column(from.through);
    return (id) => {
      const keys = values.get(id);
      if (!Array.isArray(keys)) return first(id);
      return keys.some((key) => second(between.idOf(key) ?? -1));
    };
  }
  return isListed(connection, from.collection) ? never : () => true;
}

/** Whether a collection was ever read to its end. */
function isListed(connection: Connection, collection: CollectionName): boolean {
  return (
    connection.number(
      'SELECT count(*) FROM syncs WHERE collection = ? AND completed_at IS NOT NULL',
      collection,
    ) > 0
  );
}

/** Of these records the derived values that are empty because nobody has looked yet. */
export function unknownFields(
  connection: Connection,
  listingOf: (collection: CollectionName) => Rows,
  collection: CollectionName,
  keys: readonly RecordKey[],
): Map<RecordKey, string[]> {
  const listing = listingOf(collection);
  // What is live is told by tracking, and tags and groups are always known.
  const fields = Object.entries(derivedOf(collection)).flatMap(([field, { from }]) =>
    typeof from === 'string'
      ? []
      : [[field, unknownValues(connection, listingOf, { collection, field })] as const],
  );
  const rows = new Map<RecordKey, string[]>();
  for (const key of keys) {
    const id = listing.idOf(currentKey(connection, key));
    if (id === undefined) continue;
    const unknown = fields.flatMap(([field, isUnknown]) => (isUnknown(id) ? [field] : []));
    if (unknown.length > 0) rows.set(key, unknown);
  }
  return rows;
}
