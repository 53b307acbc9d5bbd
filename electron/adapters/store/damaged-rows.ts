import type { CollectionName } from '@contract/collections';
import { collectionNames } from '@contract/resources';
import { associationSides } from '@contract/associations';
import type { ChangeSubject } from '@contract/outbox';
import type { RecordKey } from '@contract/records';
import type { StoredEntry } from '@core/ports/store';
import type { StoreDamage } from '@core/ports/store-damage';
import { VIEWS_NOTES } from '@core/fleet/saved-views';
import { VALUE_NAMES_NOTE } from '@core/fleet/value-names';
import { isAboutAssociation } from '@core/outbox/entries/entry-book';
import { overlayAssociation, overlayOf } from '@core/outbox/entries/overlay';
import type { Bindable, Connection, Row } from './connection';
import { byName, sign, signAfter, type SignedTable } from './digests';
import { openEntries, readUnchecked, recovered, writeEntry } from './entry-rows';
import { noteAllMentions } from './migrations/0005-mentions';
import { forgetRecord, indexRecord, reindexRecord } from './search-index';
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
    const open = openEntries(connection);
    layOver(connection, open);
    if (table === 'entries') takeOffOrphans(connection, open);
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

/** A person has seen that so many were set aside; what was found since is still to be reported. */
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
  const entry = withKeptKey(connection, recovered(readUnchecked(row)));
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

/** So many characters of a key may have been changed by the damage. */
const CHANGED_AT_MOST = 2;

/**
 * An entry under the key of the record that it was made for. Only one of its columns names that; but
 * where the store keeps no record of that name, what waits over another one of nearly that name is
 * this entry's.
 */
function withKeptKey(connection: Connection, entry: StoredEntry): StoredEntry {
  const { subject } = entry;
  if (isKept(connection, subject)) return entry;
  const marked = connection.all(
    `SELECT CAST(key AS BLOB) AS key FROM records WHERE collection = ? AND mark <> 'none'`,
    subject.collection,
  );
  const alike = marked.map((row) => String(row['key'])).filter((key) => isAlike(key, subject.key));
  const [key] = alike;
  if (key === undefined || alike.length > 1) return entry;
  return { ...entry, subject: { ...subject, key } };
}

function isAlike(one: RecordKey, other: RecordKey): boolean {
  if (one.length !== other.length) return false;
  return [...one].filter((sign, at) => sign !== other[at]).length <= CHANGED_AT_MOST;
}

function isKept(connection: Connection, { collection, key }: ChangeSubject): boolean {
  const count = 'SELECT count(*) FROM records WHERE collection = ? AND key = ?';
  return connection.number(count, collection, key) > 0;
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

/** The next pass over a list begins at once, also where the app ends before it is reported. */
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
function layOver(connection: Connection, all: readonly StoredEntry[]): void {
  const byRecord = new Map<string, StoredEntry[]>();
  const byAssociation = new Map<string, StoredEntry[]>();
  for (const entry of all) {
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
  // A damaged name would make a record that nobody has.
  if (open.every(isChangeOfUnknown)) return;
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

/** Whether an entry was damaged and makes no record of its own. */
function isChangeOfUnknown({ kind, trouble }: StoredEntry): boolean {
  return kind !== 'create' && trouble?.kind === 'recovered';
}

/**
 * Values that wait over records for an entry whose own name of the record was lost: they would look
 * as if they were still to be sent. The entry itself stays for a person.
 */
function takeOffOrphans(connection: Connection, open: readonly StoredEntry[]): void {
  const lost = open.filter(
    (entry) => isChangeOfUnknown(entry) && !isKept(connection, entry.subject),
  );
  for (const collection of new Set(lost.map(({ subject }) => subject.collection))) {
    const owned = new Set(
      open.flatMap(({ subject }) => (subject.collection === collection ? [subject.key] : [])),
    );
    const marked = connection.all(
      `SELECT id, CAST(key AS BLOB) AS key, CAST(told AS BLOB) AS told,
         CAST(pending AS BLOB) AS pending
       FROM records WHERE collection = ? AND mark <> 'none'`,
      collection,
    );
    for (const row of marked)
      if (!owned.has(String(row['key']))) takeOff(connection, collection, row);
  }
}

function takeOff(connection: Connection, collection: CollectionName, row: Row): void {
  const id = Number(row['id']);
  if (row['told'] === null) {
    forgetRecord(connection, id);
    connection.run('DELETE FROM records WHERE id = ?', id);
    return;
  }
  signAfter(connection, 'records', ['id = ?', id], () => {
    connection.run(`UPDATE records SET pending = NULL, mark = 'none' WHERE id = ?`, id);
  });
  const told = parseFields(row['told']) ?? {};
  const before = { ...told, ...parseFields(row['pending']) };
  reindexRecord(connection, id, collection, { before, after: told });
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
