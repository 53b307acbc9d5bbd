import { StoreFailure } from '@core/ports/stores';
import { Connection } from './connection';
import { migrations as allMigrations } from './migrations';
import type { Migration } from './migrations/migration';
import { storeFailure } from './faults';

/** Pages are 4 kB; this many kB of them are kept in memory. */
const CACHE_KB = 16_384;

/** How a store file is opened. */
export interface OpenOptions {
  /** Steps to bring a file to this version; all there are, unless a test wants fewer. */
  readonly migrations?: readonly Migration[];
  /** Called before each step on a file that holds something. */
  readonly beforeMigration?: (connection: Connection, version: number) => void;
}

/**
 * Opens a store's file, or one in memory, and brings it to this version. @throws StoreFailure
 */
export function openDatabase(
  file: string | null,
  key: string,
  options: OpenOptions = {},
): Connection {
  let connection: Connection | null = null;
  try {
    connection = new Connection(file ?? ':memory:', file === null ? '' : key);
    prepare(connection);
    migrate(connection, options);
    return connection;
  } catch (fault) {
    if (connection !== null) closeQuietly(connection);
    throw storeFailure(fault);
  }
}

/**
 * The lock is exclusive, so that no second copy of the app writes; nothing temporary leaves the
 * memory, and what is deleted is overwritten.
 */
function prepare(connection: Connection): void {
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

function migrate(connection: Connection, options: OpenOptions): void {
  const migrations = options.migrations ?? allMigrations;
  const newest = migrations.at(-1)?.version ?? 0;
  const found = connection.number('PRAGMA user_version');
  if (found > newest) {
    throw new StoreFailure('newer', `The store is of version ${found}; this app knows ${newest}.`);
  }
  for (const migration of migrations) {
    const { version } = migration;
    if (version <= found) continue;
    if (found > 0) options.beforeMigration?.(connection, version - 1);
    connection.transaction(() => {
      migration.up(connection);
      connection.execute(`PRAGMA user_version = ${version}`);
    });
  }
}

function closeQuietly(connection: Connection): void {
  try {
    connection.close();
  } catch {
    // Why it could not be opened is what counts.
  }
}
