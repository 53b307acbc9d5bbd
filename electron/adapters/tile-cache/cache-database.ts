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
 * thread that it runs in. A file that can't be read is thrown away: it holds nothing of a person's.
 */
export class CacheDatabase {
  readonly #database: Libsql.Database;
  readonly #now: () => number;
  #limit = Infinity;
  /** Bytes of all tiles. */
  #size: number;

  private constructor(database: Libsql.Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    const oldest = now() - longestUnused;
    database.prepare('DELETE FROM tiles WHERE used_at < ?').run(oldest);
    this.#size = this.#sum();
  }

  static open(file: string, now: () => number): CacheDatabase {
    try {
      return new CacheDatabase(openFile(file), now);
    } catch {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
      return new CacheDatabase(openFile(file), now);
    }
  }

  read(source: number, { z, x, y }: TilePlace): CachedTile | null {
    const query = `SELECT policy, body, used_at FROM tiles WHERE ${here}`;
    const row = this.#database.prepare(query).get(source, z, x, y) as Row;
    if (!row || typeof row['policy'] !== 'string' || !(row['body'] instanceof Uint8Array)) {
      return null;
    }
    const now = this.#now();
    if (now - Number(row['used_at']) > useStep) {
      const use = `UPDATE tiles SET used_at = ? WHERE ${here}`;
      this.#database.prepare(use).run(now, source, z, x, y);
    }
    return { policy: row['policy'], body: new Uint8Array(row['body']) };
  }

  write(source: number, { z, x, y }: TilePlace, { policy, body }: CachedTile): void {
    const size = body.length + policy.length + overhead;
    if (size > this.#limit) return;
    const now = this.#now();
    const before = this.#database
      .prepare(`SELECT size FROM tiles WHERE ${here}`)
      .get(source, z, x, y) as Row;
    this.#database
      .prepare('INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(source, z, x, y, policy, Buffer.from(body), size, now, now);
    this.#size += size - Number(before?.['size'] ?? 0);
    this.#makeRoom();
  }

  limit(bytes: number): void {
    this.#limit = bytes;
    this.#makeRoom();
  }

  forget(source: number | null): void {
    if (source === null) this.#database.exec('DELETE FROM tiles');
    else this.#database.prepare('DELETE FROM tiles WHERE source = ?').run(source);
    this.#giveBack();
  }

  use(): CacheUse {
    const row = this.#database
      .prepare('SELECT count(*) AS tiles, min(stored_at) AS oldest FROM tiles')
      .get() as Row;
    const oldest = row?.['oldest'];
    return {
      bytes: this.#size,
      tiles: Number(row?.['tiles'] ?? 0),
      oldest: typeof oldest === 'number' ? oldest : null,
    };
  }

  close(): void {
    this.#database.close();
  }

  /** What was not used for longest goes first. */
  #makeRoom(): void {
    if (this.#size <= this.#limit) return;
    const room = this.#size - this.#limit * filledTo;
    this.#database
      .prepare(
        `DELETE FROM tiles WHERE rowid IN (
           SELECT rowid FROM (
             SELECT rowid, sum(size) OVER (ORDER BY used_at, rowid) - size AS before FROM tiles
           ) WHERE before < ?
         )`,
      )
      .run(room);
    this.#giveBack();
  }

  /** The file becomes smaller, too. */
  #giveBack(): void {
    this.#size = this.#sum();
    this.#database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #sum(): number {
    const row = this.#database.prepare('SELECT total(size) AS size FROM tiles').get() as Row;
    return Number(row?.['size'] ?? 0);
  }
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
