import { rmSync } from 'node:fs';
import { StoreFailure } from '@core/ports/stores';
import { backUp } from './backup';
import { check } from './check';
import { Connection } from './connection';
import { storeFailure } from './faults';
import { migrations as allMigrations } from './migrations';
import type { Migration } from './migrations/migration';
import { holdsStore, isEmpty, logOf, makeFile, removeDraft } from './store-files';

/** So many kB of pages are kept in memory. */
const CACHE_KB = 16_384;

/** How a store file is opened. */
export interface OpenOptions {
  /** Steps that bring a file to this version; all there are, unless a test wants fewer. */
  readonly migrations?: readonly Migration[];
}

/** A store's file that is open and was not checked yet. */
export interface Unchecked {
  readonly connection: Connection;
  /** It is of this version: it can be read, for what may turn out to be damaged. */
  readonly isCurrent: boolean;
  /**
   * Checks it and brings it to this version, with a backup before the first step; answers whether
   * something had to be made again. Where it fails, the file is let go of. @throws StoreFailure
   */
  finish(): boolean;
}

/** Opens a store's file and checks it. `file: null` is a store in memory. @throws StoreFailure */
export function openDatabase(
  file: string | null,
  key: string,
  options: OpenOptions = {},
): Connection {
  const unchecked = beginDatabase(file, key, options);
  unchecked.finish();
  return unchecked.connection;
}

/** Opens a store's file, and makes it where there is none. @throws StoreFailure */
export function beginDatabase(
  file: string | null,
  key: string,
  { migrations = allMigrations }: OpenOptions = {},
): Unchecked {
  let connection: Connection | null = null;
  try {
    if (file !== null) prepareFile(file);
    connection = new Connection(file ?? ':memory:', file === null ? '' : key);
    prepareConnection(connection);
    return unchecked(connection, file, migrations);
  } catch (fault) {
    connection?.close();
    throw storeFailure(fault);
  }
}

function unchecked(
  connection: Connection,
  file: string | null,
  migrations: readonly Migration[],
): Unchecked {
  return {
    connection,
    isCurrent: connection.number('PRAGMA user_version') === migrations.at(-1)?.version,
    finish: () => {
      try {
        const wasMended = check(connection);
        migrate(connection, file, migrations);
        return wasMended;
      } catch (fault) {
        connection.close();
        throw storeFailure(fault);
      }
    },
  };
}

function prepareFile(file: string): void {
  removeDraft(file);
  if (isEmpty(file)) {
    if (holdsStore(file)) {
      throw new StoreFailure('damaged', 'The store is gone, and its log or a backup is there.');
    }
    // The log of a file that was set aside meanwhile belongs to no other one.
    rmSync(logOf(file), { force: true });
  }
  makeFile(file);
}

/**
 * The lock is exclusive, so that no second copy of the app writes; nothing temporary leaves the
 * memory, and what is deleted is written over.
 */
function prepareConnection(connection: Connection): void {
  connection.all('PRAGMA locking_mode = EXCLUSIVE');
  connection.all('PRAGMA journal_mode = WAL');
  connection.all('PRAGMA secure_delete = ON');
  connection.execute(`
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -${CACHE_KB};
    BEGIN IMMEDIATE;
    COMMIT;
  `);
}

function migrate(
  connection: Connection,
  file: string | null,
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = connection.number('PRAGMA user_version');
  if (found > newest) {
    throw new StoreFailure('newer', `The store is of version ${found}; this app knows ${newest}.`);
  }
  const steps = migrations.filter(({ version }) => version > found);
  // One of the version that held something is enough: each step holds whole or not at all, and
  // what a run that ended between two of them left is backed up again.
  if (steps.length > 0 && found > 0 && file !== null) {
    backUp(connection, file);
  }
  for (const { version, up } of steps) {
    connection.transaction(() => {
      up(connection);
      connection.execute(`PRAGMA user_version = ${version}`);
    });
  }
}
