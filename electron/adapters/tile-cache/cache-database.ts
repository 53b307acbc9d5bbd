import { rmSync } from 'node:fs';
import Libsql from 'libsql';
import type { TilePlace } from '@contract/map-sources';
import type { CachedTile, CacheUse } from '@core/ports/tile-cache';

/** Another form of the tables: what an older one has is thrown away. */
const form = 1;

const tables = `
  CREATE TABLE tiles (
    source INTEGER NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    policy TEXT NOT NULL, body BLOB NOT NULL, size INTEGER NOT NULL,
    stored_at INTEGER NOT NULL, used_at INTEGER NOT NULL,
    UNIQUE (source, z, x, y)
  );
  CREATE INDEX tiles_by_use ON tiles (used_at, size);
  CREATE INDEX tiles_by_age ON tiles (stored_at);
  PRAGMA user_version = ${form};`;

/** A use is written down this often, ms: each one would be a write to the disk. */
const useStep = 3_600_000;

/** What was not used for so long goes, ms. */
const longestUnused = 90 * 24 * 3_600_000;

/** Where there is too much, so much stays, so that not every tile has to make room. */
const filledTo = 0.9;

/** What a tile takes beside its picture, about. */
const overhead = 300;

const here = 'source = ? AND z = ? AND x = ? AND y = ?';

type Row = Record<string, unknown> | undefined;

/**
 * The cache of tiles as a database, in a file or, by the name `:memory:`, in memory. It blocks the
 * thread that it runs in. A file that is damaged is thrown away, whenever that shows: it holds
 * nothing of a person's.
 */
export class CacheDatabase {
  readonly #file: string;
  readonly #now: () => number;
  /** Null until it is used, and where it could not be opened. */
  #database: Libsql.Database | null = null;
  #isClosed = false;
  /** Bytes of all tiles. */
  #size = 0;

  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  read(source: number, { z, x, y }: TilePlace): CachedTile | null {
    return this.#use((database) => {
      const query = `SELECT policy, body, used_at FROM tiles WHERE ${here}`;
      const row = database.prepare(query).get(source, z, x, y) as Row;
      if (!row || typeof row['policy'] !== 'string' || !(row['body'] instanceof Uint8Array)) {
        return null;
      }
      const now = this.#now();
      if (now - Number(row['used_at']) > useStep) {
        const use = `UPDATE tiles SET used_at = ? WHERE ${here}`;
        database.prepare(use).run(now, source, z, x, y);
      }
      return { policy: row['policy'], body: new Uint8Array(row['body']) };
    });
  }

  /** @param limit bytes that all tiles may take */
  write(source: number, place: TilePlace, { policy, body }: CachedTile, limit: number): void {
    const { z, x, y } = place;
    const size = body.length + policy.length + overhead;
    if (size > limit) return;
    this.#use((database) => {
      const now = this.#now();
      const before = database
        .prepare(`SELECT size FROM tiles WHERE ${here}`)
        .get(source, z, x, y) as Row;
      database
        .prepare('INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(source, z, x, y, policy, Buffer.from(body), size, now, now);
      this.#size += size - Number(before?.['size'] ?? 0);
      this.#makeRoom(database, limit);
    });
  }

  shrink(limit: number): void {
    this.#use((database) => {
      this.#makeRoom(database, limit);
    });
  }

  forget(source: number | null): void {
    this.#use((database) => {
      if (source === null) database.exec('DELETE FROM tiles');
      else database.prepare('DELETE FROM tiles WHERE source = ?').run(source);
      this.#giveBack(database);
    });
  }

  use(): CacheUse {
    return this.#use((database) => {
      const row = database
        .prepare('SELECT count(*) AS tiles, min(stored_at) AS oldest FROM tiles')
        .get() as Row;
      const oldest = row?.['oldest'];
      return {
        bytes: this.#size,
        tiles: Number(row?.['tiles'] ?? 0),
        oldest: typeof oldest === 'number' ? oldest : null,
      };
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#letGo();
  }

  /** Does the work; where that finds the file damaged, once more with an empty one. */
  #use<T>(work: (database: Libsql.Database) => T): T {
    if (this.#isClosed) throw new Error('The cache of map tiles is closed.');
    try {
      return work((this.#database ??= this.#open()));
    } catch (fault) {
      if (!isDamage(fault)) throw fault;
      this.#letGo();
      removeFile(this.#file);
      return work((this.#database = this.#open()));
    }
  }

  #open(): Libsql.Database {
    try {
      return this.#openFile();
    } catch {
      removeFile(this.#file);
      return this.#openFile();
    }
  }

  #openFile(): Libsql.Database {
    const database = openFile(this.#file);
    try {
      const oldest = this.#now() - longestUnused;
      database.prepare('DELETE FROM tiles WHERE used_at < ?').run(oldest);
      this.#size = sizeOf(database);
      return database;
    } catch (fault) {
      database.close();
      throw fault;
    }
  }

  #letGo(): void {
    this.#database?.close();
    this.#database = null;
  }

  /** What was not used for longest goes first. */
  #makeRoom(database: Libsql.Database, limit: number): void {
    if (this.#size <= limit) return;
    const room = this.#size - limit * filledTo;
    database
      .prepare(
        `DELETE FROM tiles WHERE rowid IN (
           SELECT rowid FROM (
             SELECT rowid, sum(size) OVER (ORDER BY used_at, rowid) - size AS before FROM tiles
           ) WHERE before < ?
         )`,
      )
      .run(room);
    this.#giveBack(database);
  }

  /** The file becomes smaller, too. */
  #giveBack(database: Libsql.Database): void {
    this.#size = sizeOf(database);
    database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  }
}

function sizeOf(database: Libsql.Database): number {
  const row = database.prepare('SELECT total(size) AS size FROM tiles').get() as Row;
  return Number(row?.['size'] ?? 0);
}

function removeFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}

/** What SQLite says of a file that is broken inside. */
function isDamage(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}

function openFile(file: string): Libsql.Database {
  const database = new Libsql(file);
  try {
    // Losing the last tiles in a power cut costs a download; losing the order of pages would cost all.
    database.exec(
      `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
       PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`,
    );
    const row = database.prepare('PRAGMA user_version').get() as Row;
    const version = Number(row?.['user_version'] ?? 0);
    if (version !== form) {
      database.exec(`DROP TABLE IF EXISTS tiles; ${tables}`);
    }
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}
