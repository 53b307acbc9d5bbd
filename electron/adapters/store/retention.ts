import { collectionNames } from '@contract/collections';
import type { Fields } from '@contract/records';
import type { Connection } from './connection';
import { signAfter } from './digests';
import { entryColumns, readEntry, writeEntry } from './entry-rows';
import { pruneMentions } from './mentions';
import { indexRecord } from './search-index';
import { oneOf, parseFields } from './stored-values';

/** Removes what is older than retention covers. */
export function pruneRows(
  connection: Connection,
  before: { fixes: number; entries: number; deletions: number },
): void {
  connection.run('DELETE FROM fixes WHERE at < ?', before.fixes);
  connection.run('DELETE FROM kept_days WHERE read_at < ?', before.fixes);
  connection.run(
    `DELETE FROM entries WHERE state IN ('sent', 'discarded') AND changed_at < ?`,
    before.entries,
  );
  connection.run('DELETE FROM deletions WHERE deleted_at < ?', before.deletions);
  connection.run('DELETE FROM damaged WHERE found_at < ?', before.deletions);
  pruneMentions(connection);
}

/**
 * Removes what came from the service. Of a record that waits here stays what a person entered and
 * what the service said of the same fields; of what is done stays what was set, not what it
 * replaced.
 */
export function eraseRows(connection: Connection): void {
  connection.execute(`
    DELETE FROM fixes;
    DELETE FROM syncs;
    DELETE FROM association_lists;
    DELETE FROM past_devices;
    DELETE FROM kept_days;
    DELETE FROM damaged;
    DELETE FROM associations WHERE mark = 'none' AND pending_main IS NULL;
    DELETE FROM records WHERE pending IS NULL AND mark = 'none';
    INSERT INTO words (words) VALUES ('delete-all');
    INSERT INTO parts (parts) VALUES ('delete-all');
  `);
  for (const row of connection.all(`SELECT id, CAST(collection AS BLOB) AS collection,
      CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending FROM records`)) {
    const id = Number(row['id']);
    const told = toldOfPending(row['told'], row['pending']);
    signAfter(connection, 'records', ['id = ?', id], () => {
      connection.run(
        `UPDATE records SET told = ?, raw = NULL, unread = NULL, pass = NULL, absences = 0
         WHERE id = ?`,
        ...[told === null ? null : JSON.stringify(told), id],
      );
    });
    const collection = oneOf(collectionNames, row['collection'], 'vehicles');
    indexRecord(connection, id, collection, { ...told, ...parseFields(row['pending']) });
  }
  for (const row of connection.all(
    `SELECT ${entryColumns} FROM entries WHERE state IN ('sent', 'discarded')`,
  )) {
    writeEntry(connection, {
      ...readEntry(connection, row),
      base: {},
      snapshot: null,
      storedDifferently: [],
    });
  }
}

/** What the service said of a record that waits, without the fields in which nothing waits. */
function toldOfPending(told: unknown, pending: unknown): Fields | null {
  if (typeof told !== 'string') return null;
  const waiting = parseFields(pending) ?? {};
  const fields = Object.entries(parseFields(told) ?? {});
  return Object.fromEntries(fields.filter(([name]) => Object.hasOwn(waiting, name)));
}
