import type { CollectionName } from '@contract/collections';
import type { Connection } from './connection';
import { visibleFields } from './record-rows';
import { forgetRecord, indexRecord } from './search-index';

/** Records that are taken into the search in one go. */
const AT_ONCE = 500;

/** Takes all records of a collection into the search by the fields that are searched now. */
export function reindex(connection: Connection, collection: CollectionName): void {
  let last = 0;
  for (;;) {
    const rows = connection.all(
      `SELECT id, CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending
       FROM records WHERE collection = ? AND id > ? ORDER BY id LIMIT ${AT_ONCE}`,
      collection,
      last,
    );
    for (const row of rows) {
      last = Number(row['id']);
      forgetRecord(connection, last);
      indexRecord(connection, last, collection, visibleFields(row));
    }
    if (rows.length < AT_ONCE) break;
  }
}
