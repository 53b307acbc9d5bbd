import type { CollectionName } from '@contract/collections';
import type { Fields, RecordKey } from '@contract/records';
import { derivedOf } from '@contract/resources';
import { currentKey } from './commit';
import type { Connection } from './connection';
import type { Listing } from './listing';

/** What lists show of records beside their fields, as far as the store knows it. */
export function derivedValues(
  connection: Connection,
  listing: Listing,
  collection: CollectionName,
  keys: readonly RecordKey[],
): Map<RecordKey, Fields> {
  const columns = Object.entries(derivedOf(collection)).flatMap(([field, { from }]) =>
    typeof from === 'string' ? [] : [[field, listing.column(field).values] as const],
  );
  const rows = new Map<RecordKey, Fields>();
  for (const key of keys) {
    const id = listing.idOf(currentKey(connection, key));
    if (id === undefined) continue;
    const values = columns.flatMap(([field, column]) => {
      const value = column.get(id);
      return value === undefined ? [] : [[field, value] as const];
    });
    rows.set(key, Object.fromEntries(values));
  }
  return rows;
}
