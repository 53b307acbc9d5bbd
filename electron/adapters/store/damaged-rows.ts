import type { CollectionName } from '@contract/collections';
import { collectionNames } from '@contract/resources';
import { associationSides } from '@contract/associations';
import type { StoredEntry } from '@core/ports/store';
import type { StoreDamage } from '@core/ports/store-damage';
import { VIEWS_NOTES } from '@core/fleet/saved-views';
import { VALUE_NAMES_NOTE } from '@core/fleet/value-names';
import { isAboutAssociation } from '@core/outbox/entries/entry-book';
import { overlayAssociation, overlayOf } from '@core/outbox/entries/overlay';
import type { Bindable, Connection, Row } from './connection';
import { byName, sign, type SignedTable } from './digests';
import { openEntries, readUnchecked, recovered, writeEntry } from './entry-rows';
import { noteAllMentions } from './migrations/0005-mentions';
import { forgetRecord, indexRecord } from './search-index';
import { asInteger, collectionOrNull, parseFields, parseObject } from './stored-values';
import { writtenFields } from './written-fields';

interface Damaged {
  readonly row: Row;
  readonly name: readonly Bindable[];
}

/**
 * Takes damaged rows of a table out of use, each with a copy kept beside. Entries stay, for a person
 * to decide; what the service told is read from it again; what waits is laid over once more.
 * @returns collections that have to be read again
 */
export function setAside(
  connection: Connection,
  table: SignedTable,
  rows: readonly Damaged[],
  at: number,
): CollectionName[] {
  return connection.transaction(() => {
    for (const { row } of rows) keepCopy(connection, table, row, at);
    const collections = remove(connection, table, rows);
    noteAllMentions(connection);
    layOver(connection);
    return collections;
  });
}

/** What was set aside and not seen by a person yet; null for nothing. */
export function damageOf(connection: Connection): StoreDamage | null {
  const row = connection.first(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE place = 'entries') AS entries,
       count(*) FILTER (
         WHERE place = 'notes' AND (
           json_extract(content, '$.name') = ?1 OR json_extract(content, '$.name') GLOB ?2 || '*'
         )
       ) AS made,
       max(found_at) AS at FROM damaged WHERE is_seen = 0`,
    ...[VALUE_NAMES_NOTE, VIEWS_NOTES],
  );
  const rows = Number(row?.['rows'] ?? 0);
  if (rows === 0) return null;
  const made = Number(row?.['made']);
  return {
    ...{ rows, entries: Number(row?.['entries']), at: Number(row?.['at']) },
    ...(made > 0 && { made }),
  };
}

/** A person has seen that so many were set aside; what was found since is still to be told. */
export function seeDamage(connection: Connection, rows: number): void {
  connection.run(
    `UPDATE damaged SET is_seen = 1
     WHERE id IN (SELECT id FROM damaged WHERE is_seen = 0 ORDER BY id LIMIT ?)`,
    rows,
  );
}

/** A password is wiped once it was sent, and so is not copied. */
function keepCopy(connection: Connection, table: SignedTable, row: Row, at: number): void {
  const content = Object.entries(row).filter(([column]) => column !== 'password');
  connection.run(
    'INSERT INTO damaged (place, content, found_at) VALUES (?, ?, ?)',
    ...[table, JSON.stringify(Object.fromEntries(content)), at],
  );
}

function remove(
  connection: Connection,
  table: SignedTable,
  rows: readonly Damaged[],
): CollectionName[] {
  if (table === 'entries') {
    for (const { row } of rows) keepForPerson(connection, row);
    return [];
  }
  for (const { row, name } of rows) {
    if (table === 'records') forgetRecord(connection, Number(row['id']));
    connection.run(`DELETE FROM ${table} WHERE ${byName(table)}`, ...name);
  }
  switch (table) {
    case 'records':
      return readAgain(connection, rows);
    case 'associations':
      listAgain(connection, rows);
      return [];
    case 'past_devices':
      listAgain(
        connection,
        rows.map(({ row }) => ({ row: { ...row, side: 'devices' } })),
      );
      return [];
    default:
      return [];
  }
}

/** Nobody knows whether it was sent, even where it says so. */
function keepForPerson(connection: Connection, row: Row): void {
  const entry = recovered(readUnchecked(row));
  const { seq, kind, subject } = entry;
  const isTaken =
    connection.number('SELECT count(*) FROM entries WHERE id = ? AND seq <> ?', entry.id, seq) > 0;
  const id = isTaken ? `recovered-${seq}` : entry.id;
  connection.run('UPDATE entries SET id = ? WHERE seq = ?', id, seq);
  // What was laid over the record is a copy of what is lost here.
  const fields =
    parseObject(row['body']) === null
      ? writtenFields(subject.collection, kind, pendingOf(connection, entry))
      : entry.fields;
  writeEntry(connection, { ...entry, id, fields });
}

function pendingOf(
  connection: Connection,
  { subject }: StoredEntry,
): ReturnType<typeof parseFields> {
  const row = connection.first(
    'SELECT CAST(pending AS BLOB) AS pending FROM records WHERE collection = ? AND key = ?',
    ...[subject.collection, subject.key],
  );
  return parseFields(row?.['pending']);
}

/** The next pass over a list begins at once, also where the app ends before it is told. */
function readAgain(connection: Connection, rows: readonly Damaged[]): CollectionName[] {
  const named = rows.map(({ row }) => collectionOrNull(row['collection']));
  const isUnclear = named.includes(null);
  const again = isUnclear ? collectionNames() : [...new Set(named.filter((name) => name !== null))];
  for (const collection of again) {
    connection.run(
      'UPDATE syncs SET completed_at = NULL, next_page = NULL WHERE collection = ?',
      collection,
    );
    sign(connection, 'syncs', 'collection = ?', collection);
  }
  return [...again];
}

/** The list of a vehicle that is not known is one of any vehicle. */
function listAgain(connection: Connection, rows: readonly Pick<Damaged, 'row'>[]): void {
  for (const { row } of rows) {
    const vehicleKey = row['vehicle_key'] ?? null;
    const side = associationSides.find((name) => name === row['side']) ?? null;
    const isKnown =
      connection.number(
        `SELECT count(*) FROM records WHERE collection = 'vehicles' AND key = ?`,
        vehicleKey,
      ) > 0;
    connection.run(
      `DELETE FROM association_lists
       WHERE (?1 IS NULL OR side = ?1) AND (?2 IS NULL OR vehicle_key = ?2)`,
      ...[side, isKnown ? vehicleKey : null],
    );
  }
}

/** What waits, over the records and associations that are missing now. */
function layOver(connection: Connection): void {
  const byRecord = new Map<string, StoredEntry[]>();
  const byAssociation = new Map<string, StoredEntry[]>();
  for (const entry of openEntries(connection)) {
    const { subject, associationKey } = entry;
    if (!isAboutAssociation(entry)) add(byRecord, `${subject.collection} ${subject.key}`, entry);
    else if (associationKey !== null) add(byAssociation, associationKey, entry);
  }
  for (const open of byRecord.values()) layRecord(connection, open);
  for (const [key, open] of byAssociation) layAssociation(connection, key, open);
}

function layRecord(connection: Connection, open: readonly StoredEntry[]): void {
  const [first] = open;
  if (first === undefined) return;
  const { collection, key } = first.subject;
  const { pending, mark } = overlayOf(open);
  const added = connection.run(
    `INSERT OR IGNORE INTO records (collection, key, pending, mark) VALUES (?, ?, ?, ?)`,
    ...[collection, key, pending === null ? null : JSON.stringify(pending), mark],
  );
  if (added.rows === 0) return;
  sign(connection, 'records', 'id = ?', added.lastId);
  indexRecord(connection, added.lastId, collection, pending ?? {});
}

function layAssociation(connection: Connection, key: string, open: readonly StoredEntry[]): void {
  const [first] = open;
  if (first === undefined || first.side === null || first.other === null) return;
  const { side, subject, other } = first;
  const association = { key, side, vehicleKey: subject.key, otherKey: other.key };
  const { mark, pendingMain } = overlayAssociation(
    { ...association, isMain: false, createdAt: null, mark: 'none', pendingMain: null },
    open,
  );
  const added = connection.run(
    `INSERT OR IGNORE INTO associations
       (key, side, vehicle_key, other_key, is_main, created_at, mark, pending_main)
     VALUES (?, ?, ?, ?, 0, NULL, ?, ?)`,
    ...[key, side, subject.key, other.key, mark, asInteger(pendingMain)],
  );
  if (added.rows > 0) sign(connection, 'associations', 'key = ?', key);
}

function add(map: Map<string, StoredEntry[]>, name: string, entry: StoredEntry): void {
  const entries = map.get(name);
  if (entries === undefined) map.set(name, [entry]);
  else entries.push(entry);
}
