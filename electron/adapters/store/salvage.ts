import { existsSync, statSync } from 'node:fs';
import type { CollectionName } from '@contract/collections';
import type { Fields, RecordKey } from '@contract/records';
import type { AlertRule } from '@contract/alert-rules';
import type { Alert } from '@contract/alerts';
import type { Zone } from '@contract/zones';
import { VIEWS_NOTES } from '@core/fleet/saved-views';
import { StoreFailure } from '@core/ports/stores';
import type { StoredAssociation, StoredDeletion, StoredEntry } from '@core/ports/store';
import { readAlert, readRule } from './alert-rows';
import { associationColumns, readAssociation } from './association-rows';
import { Connection, type Bindable, type Row } from './connection';
import { deletionColumns, entryColumns, readDeletion, readUnchecked } from './entry-rows';
import { storeFailure } from './faults';
import { backupsOf, copyToRead, isEmpty, lostLogOf } from './store-files';
import { collectionIn, parseFields } from './stored-values';
import { readZone } from './zone-rows';

/** What a person entered, as far as a file that can't be opened any more still gives it. */
export interface Salvage {
  /** Entries that are neither sent nor discarded. */
  readonly entries: readonly StoredEntry[];
  /** What waits in records. */
  readonly waiting: readonly WaitingRecord[];
  /** Associations in which something waits. */
  readonly associations: readonly StoredAssociation[];
  readonly deletions: readonly StoredDeletion[];
  /** The notes that hold saved views of lists. */
  readonly views: readonly { readonly name: string; readonly value: string }[];
  /** The zones that a person drew. */
  readonly zones: readonly Zone[];
  /** The rules of alerts that a person made, and what they found. */
  readonly rules: readonly AlertRule[];
  readonly alerts: readonly Alert[];
  /** When the file was written last, epoch milliseconds. */
  readonly writtenAt: number;
}

/** What waits in a record. */
export interface WaitingRecord {
  readonly collection: CollectionName;
  readonly key: RecordKey;
  readonly pending: Fields | null;
}

/** One table, of which each row is read by itself. */
interface Table<T> {
  /** Statements that name the rows that count, the surest last; a damaged index spoils but one. */
  readonly names: readonly string[];
  readonly row: string;
  read(row: Row): T | null;
}

const entries: Table<StoredEntry> = {
  names: [
    `SELECT seq AS name FROM entries WHERE state NOT IN ('sent', 'discarded')`,
    'SELECT seq AS name FROM entries NOT INDEXED',
    'SELECT seq AS name FROM entries NOT INDEXED ORDER BY seq DESC',
  ],
  row: `SELECT ${entryColumns} FROM entries WHERE seq = ?`,
  read(row) {
    const entry = readUnchecked(row);
    return entry.state === 'sent' || entry.state === 'discarded' ? null : entry;
  },
};

const waiting: Table<WaitingRecord> = {
  names: [
    `SELECT id AS name FROM records
     WHERE pending IS NOT NULL OR set_here IS NOT NULL OR mark <> 'none'`,
    `SELECT id AS name FROM records NOT INDEXED WHERE pending IS NOT NULL OR mark <> 'none'`,
  ],
  row: `SELECT CAST(collection AS BLOB) AS collection, CAST(key AS BLOB) AS key,
      CAST(pending AS BLOB) AS pending, mark <> 'none' AS is_marked FROM records WHERE id = ?`,
  read(row) {
    const pending = parseFields(row['pending']);
    if (pending === null && row['is_marked'] !== 1) return null;
    const collection = collectionIn(row['collection']);
    return { collection, key: String(row['key']), pending };
  },
};

const associations: Table<StoredAssociation> = {
  names: [
    `SELECT CAST(key AS BLOB) AS name FROM associations
     WHERE mark <> 'none' OR pending_main IS NOT NULL`,
  ],
  row: `SELECT ${associationColumns} FROM associations WHERE key = ?`,
  read: readAssociation,
};

const deletions: Table<StoredDeletion> = {
  names: ['SELECT CAST(id AS BLOB) AS name FROM deletions'],
  row: `SELECT ${deletionColumns} FROM deletions WHERE id = ?`,
  read: readDeletion,
};

const views: Table<Salvage['views'][number]> = {
  names: [`SELECT CAST(name AS BLOB) AS name FROM notes WHERE name GLOB '${VIEWS_NOTES}*'`],
  row: 'SELECT CAST(name AS BLOB) AS name, CAST(value AS BLOB) AS value FROM notes WHERE name = ?',
  read: (row) => ({ name: String(row['name']), value: String(row['value']) }),
};

const zones: Table<Zone> = {
  names: ['SELECT CAST(id AS BLOB) AS name FROM zones'],
  row: 'SELECT CAST(body AS BLOB) AS body FROM zones WHERE id = ?',
  read: readZone,
};

const rules: Table<AlertRule> = {
  names: ['SELECT CAST(id AS BLOB) AS name FROM alert_rules'],
  row: 'SELECT CAST(body AS BLOB) AS body FROM alert_rules WHERE id = ?',
  read: readRule,
};

const alerts: Table<Alert> = {
  names: ['SELECT CAST(id AS BLOB) AS name FROM alerts'],
  row: 'SELECT CAST(body AS BLOB) AS body FROM alerts WHERE id = ?',
  read: readAlert,
};

/**
 * Reads what can be read of a store file that was set aside, of its backups where the file gives
 * nothing at all. None of them is changed. @throws StoreFailure where nothing can be read, or
 * where nothing was found and the log of a file that is gone is there: that may hold it
 */
export function salvage(file: string, key: string): Salvage {
  const faults: unknown[] = [];
  const hasLostLog = existsSync(lostLogOf(file));
  for (const path of [file, ...backupsOf(file).reverse()]) {
    try {
      const found = salvageFile(path, key);
      if (isNothing(found) && hasLostLog) throw lostFile();
      return found;
    } catch (fault) {
      faults.push(fault);
    }
  }
  throw storeFailure(faults[0]);
}

function isNothing({ entries, waiting, associations, deletions }: Salvage): boolean {
  return [entries, waiting, associations, deletions].every(({ length }) => length === 0);
}

function lostFile(): StoreFailure {
  return new StoreFailure('damaged', 'The store is gone; its log may hold what was not sent.');
}

function salvageFile(file: string, key: string): Salvage {
  const copy = copyToRead(file);
  try {
    // The engine takes an empty file for a new database, in which nothing ever was.
    if (isEmpty(copy.path)) throw lostFile();
    const connection = new Connection(copy.path, key);
    try {
      // A table whose description can't be read must not keep the others from being read.
      connection.execute('PRAGMA temp_store = MEMORY; PRAGMA writable_schema = ON;');
      // The first page says whether anything can be read; a fault here is one of the whole file.
      connection.number('SELECT count(*) FROM sqlite_schema');
      return {
        entries: rowsOf(connection, entries).sort((a, b) => a.seq - b.seq),
        waiting: rowsOf(connection, waiting),
        associations: rowsOf(connection, associations),
        deletions: rowsOf(connection, deletions),
        views: rowsOf(connection, views),
        zones: rowsOf(connection, zones),
        rules: rowsOf(connection, rules),
        alerts: rowsOf(connection, alerts),
        writtenAt: Math.floor(statSync(file).mtimeMs),
      };
    } finally {
      connection.close();
    }
  } finally {
    copy.remove();
  }
}

function rowsOf<T>(connection: Connection, table: Table<T>): T[] {
  const names = new Set(table.names.flatMap((sql) => namesOf(connection, sql)));
  const rows: T[] = [];
  for (const name of names) {
    try {
      const row = connection.first(table.row, name);
      const read = row === null ? null : table.read(row);
      if (read !== null) rows.push(read);
    } catch {
      // The row is on a page that is lost; the others don't.
    }
  }
  return rows;
}

/** One by one, so that those before a lost page are had. */
function namesOf(connection: Connection, sql: string): Bindable[] {
  const names: Bindable[] = [];
  try {
    for (const row of connection.each(sql)) names.push(row['name'] ?? null);
  } catch {
    // The rest is not to be had this way.
  }
  return names;
}
