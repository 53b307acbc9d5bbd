import { builtInCollections } from '@contract/collections';
import type { Fields } from '@contract/records';
import { fieldsOf } from '@contract/resources';
import type { PruneMoments } from '@core/ports/store';
import { pruneAlerts } from './alert-rows';
import type { Connection } from './connection';
import { signAfter } from './digests';
import { entryColumns, readEntry, writeEntry } from './entry-rows';
import { pruneLearned } from './learned-rows';
import { pruneMentions } from './mentions';
import { readSetHere } from './record-rows';
import { indexRecord } from './search-index';
import { collectionIn, parseFields } from './stored-values';

/** Collections whose names no write can set: one that was set here was given on this computer. */
const namedElsewhere = builtInCollections.filter(
  (name) => fieldsOf(name)['name']?.writable === 'never',
);

/** Of a record with a name that a person gave on this computer; one taken back is null. */
const hasNameHere = `collection IN (${namedElsewhere.map((name) => `'${name}'`).join(', ')})
  AND CASE WHEN json_valid(set_here)
    THEN json_type(set_here, '$.name.value') IS 'text' ELSE FALSE END`;

/** Removes what is older than retention covers. */
export function pruneRows(connection: Connection, before: PruneMoments): void {
  connection.run('DELETE FROM fixes WHERE at < ?', before.fixes);
  pruneLearned(connection);
  connection.run('DELETE FROM kept_days WHERE read_at < ?', before.fixes);
  connection.run(
    `DELETE FROM entries WHERE state IN ('sent', 'discarded') AND changed_at < ?`,
    before.entries,
  );
  connection.run('DELETE FROM deletions WHERE deleted_at < ?', before.deletions);
  pruneAlerts(connection, before.alerts);
  connection.run('DELETE FROM zone_visits WHERE coalesce(left_at, entered_at) < ?', before.alerts);
  connection.run('DELETE FROM damaged WHERE found_at < ?', before.deletions);
  pruneMentions(connection);
}

/**
 * Removes what came from the service. Of a record that waits here stays what a person entered and
 * what the service said of the same fields; of what is done stays what was set, not what it
 * replaced. Names that a person gave on this computer stay: the service has no other.
 */
export function eraseRows(connection: Connection): void {
  connection.execute(`
    DELETE FROM fixes;
    DELETE FROM learned_devices;
    DELETE FROM syncs;
    DELETE FROM association_lists;
    DELETE FROM past_devices;
    DELETE FROM kept_days;
    DELETE FROM alerts;
    DELETE FROM judged;
    DELETE FROM zone_visits;
    DELETE FROM damaged;
    DELETE FROM associations WHERE mark = 'none' AND pending_main IS NULL;
    DELETE FROM records WHERE pending IS NULL AND mark = 'none' AND NOT (${hasNameHere});
    INSERT INTO words (words) VALUES ('delete-all');
    INSERT INTO parts (parts) VALUES ('delete-all');
  `);
  for (const row of connection.all(`SELECT id, CAST(collection AS BLOB) AS collection,
      CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending,
      CASE WHEN ${hasNameHere} THEN CAST(set_here AS BLOB) END AS named FROM records`)) {
    const id = Number(row['id']);
    const told = toldOfNamed(row['named']) ?? toldOfPending(row['told'], row['pending']);
    signAfter(connection, 'records', ['id = ?', id], () => {
      connection.run(
        `UPDATE records SET told = ?, raw = NULL, unread = NULL, pass = NULL, absences = 0
         WHERE id = ?`,
        ...[told === null ? null : JSON.stringify(told), id],
      );
    });
    const collection = collectionIn(row['collection']);
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

/** Removes trails and days that were read, but for where each vehicle is. */
export function eraseTracks(connection: Connection): void {
  connection.execute(`
    DELETE FROM fixes
      WHERE at < (SELECT max(newest.at) FROM fixes AS newest WHERE newest.vehicle_id = fixes.vehicle_id);
    DELETE FROM kept_days;
  `);
}

/**
 * Bytes of trails and days that were read: all but the other tables. A month of trails of a large
 * fleet is gigabytes, and to count its pages every one of them is read; the others are small.
 */
export function sizeOfTracks(connection: Connection): number {
  const numberOf = (pragma: string): number =>
    Number(Object.values(connection.all(`PRAGMA ${pragma}`)[0] ?? {})[0] ?? 0);
  const used = (numberOf('page_count') - numberOf('freelist_count')) * numberOf('page_size');
  const others = connection.all(
    `SELECT name FROM sqlite_schema
     WHERE rootpage > 0 AND tbl_name NOT IN ('fixes', 'kept_days')
     UNION ALL SELECT 'sqlite_schema'`,
  );
  return others.reduce((left, { name }) => {
    const [table] = connection.all(
      'SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE',
      String(name),
    );
    return Math.max(0, left - Number(table?.['bytes'] ?? 0));
  }, used);
}

/** The name that a record was given here, as what is known of it. */
function toldOfNamed(setHere: unknown): Fields | null {
  const value = readSetHere(setHere)['name']?.value;
  return typeof value === 'string' ? { name: value } : null;
}

/** What the service said of a record that waits, without the fields in which nothing waits. */
function toldOfPending(told: unknown, pending: unknown): Fields | null {
  if (typeof told !== 'string') return null;
  const waiting = parseFields(pending) ?? {};
  const fields = Object.entries(parseFields(told) ?? {});
  return Object.fromEntries(fields.filter(([name]) => Object.hasOwn(waiting, name)));
}
