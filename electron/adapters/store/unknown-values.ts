import type { CollectionName } from '@contract/collections';
import type { AssociationSide } from '@contract/associations';
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

interface Asked {
  readonly collection: CollectionName;
  readonly field: string;
  /** Only some rows are asked about: to read the lists of all vehicles would take far longer. */
  readonly isOfFew?: boolean;
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
  { collection, field, isOfFew = false }: Asked,
): IsUnknown {
  const derived = derivedOf(collection)[field];
  if (derived === undefined) return never;
  const listing = listingOf(collection);
  const { values } = listing.column(field);
  const asked = { collection, field, isOfFew, from: derived.from };
  const isUnknown = unlooked(connection, listingOf, asked);
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
  { collection, field, isOfFew = false, from }: Asked & { from: DerivedFrom },
): IsUnknown {
  const listing = listingOf(collection);
  if (from === 'labels') return never;
  if (from === 'live') {
    const { values } = listing.column(unknownColumn(field));
    return values.size === 0 ? never : (id) => values.has(id);
  }
  if ('association' in from) {
    const { association: side } = from;
    if (from.of === 'vehicle') {
      const isLooked = isOfFew ? lookedOne(connection, side) : lookedAll(connection, side);
      return (id) => !isLooked(listing.rows().get(id)?.key ?? '');
    }
    let isWhole: boolean | undefined;
    return () => {
      isWhole ??= isWholeSide(connection, side);
      return !isWhole;
    };
  }
  if ('through' in from) {
    const other = derivedOf(collection)[from.through]?.references;
    if (other === undefined) return never;
    const first = unknownValues(connection, listingOf, {
      ...{ collection, field: from.through, isOfFew },
    });
    const between = listingOf(other);
    const second = unknownValues(connection, listingOf, {
      ...{ collection: other, field: from.derived, isOfFew },
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

/** Whether a side of a vehicle was listed, asked of one at a time. */
function lookedOne(connection: Connection, side: AssociationSide): (key: RecordKey) => boolean {
  const count = 'SELECT count(*) FROM association_lists WHERE side = ? AND vehicle_key = ?';
  return (key) => connection.number(count, side, key) > 0;
}

/** The same, read once for all vehicles. */
function lookedAll(connection: Connection, side: AssociationSide): (key: RecordKey) => boolean {
  const all = 'SELECT CAST(vehicle_key AS BLOB) FROM association_lists WHERE side = ?';
  let listed: ReadonlySet<string> | undefined;
  return (key) => (listed ??= new Set(connection.texts(all, side))).has(key);
}

/** Whether a side of every vehicle of the service was listed. */
export function isWholeSide(connection: Connection, side: AssociationSide): boolean {
  return (
    isListed(connection, 'vehicles') &&
    connection.number(
      `SELECT EXISTS (
         SELECT 1 FROM records AS vehicle
         WHERE vehicle.collection = 'vehicles' AND vehicle.gone_at IS NULL
           AND vehicle.key NOT GLOB 'local:*'
           AND NOT EXISTS (
             SELECT 1 FROM association_lists AS list
             WHERE list.side = ? AND list.vehicle_key = vehicle.key
           )
       )`,
      side,
    ) === 0
  );
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
      : [
          [
            field,
            unknownValues(connection, listingOf, { collection, field, isOfFew: true }),
          ] as const,
        ],
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
