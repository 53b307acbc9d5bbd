import { gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { tileIdToZxy } from 'pmtiles';
import type { Span, TilePacking } from '@core/ports/archive-format';
import type { Content, RegionContent } from '@core/ports/region-files';
import { tileFault } from '../tiles/tile-faults';
import { unpack } from '../tiles/unpack';

/**
 * The form of MBTiles with each content once (https://github.com/mapbox/mbtiles-spec). A content is
 * called by its place in the archive that it comes from. `wanted` is there until all contents are.
 */
const tables = `
  CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
  CREATE TABLE map (
    zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER,
    PRIMARY KEY (zoom_level, tile_column, tile_row)
  ) WITHOUT ROWID;
  CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB);
  CREATE TABLE wanted (tile_id INTEGER PRIMARY KEY, length INTEGER, packing TEXT);
  CREATE VIEW tiles AS
    SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);`;

/** Marks a file whose plan was written whole. */
const planned = 1;

const readMissing = `
  SELECT wanted.tile_id, wanted.length FROM wanted LEFT JOIN images USING (tile_id)
  WHERE images.tile_id IS NULL ORDER BY wanted.tile_id`;

type Reader = {
  get(...values: readonly (number | string)[]): unknown[] | undefined;
  iterate(): IterableIterator<unknown[]>;
};

/** An incomplete MBTiles file. Its work blocks the thread that it runs in. */
export class RegionDatabase {
  readonly #database: Libsql.Database;

  private constructor(database: Libsql.Database) {
    this.#database = database;
    // A change is on the disk once it is answered, also where the power fails.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
  }

  /** @param path of no file yet */
  static create(path: string, { runs, packing, metadata }: RegionContent): RegionDatabase {
    const region = new RegionDatabase(new Libsql(path));
    try {
      region.#write((database) => {
        database.exec(tables);
        const say = database.prepare('INSERT INTO metadata VALUES (?, ?)');
        for (const [name, value] of Object.entries(metadata)) say.run(name, value);
        const place = database.prepare('INSERT OR REPLACE INTO map VALUES (?, ?, ?, ?)');
        const want = database.prepare('INSERT OR IGNORE INTO wanted VALUES (?, ?, ?)');
        for (const { first, count, offset, length } of runs) {
          want.run(offset, length, packing);
          for (let id = first; id < first + count; id += 1) {
            const [z, x, y] = tileIdToZxy(id);
            // MBTiles counts rows from the south.
            place.run(z, x, 2 ** z - 1 - y, offset);
          }
        }
        database.exec(`PRAGMA user_version = ${planned}`);
      });
      return region;
    } catch (fault) {
      region.close();
      throw fault;
    }
  }

  /**
   * Null where the file was not begun whole, or is damaged: it is copied from its start then.
   * @throws where it can't be read just now, as another program holds it
   */
  static open(path: string): RegionDatabase | null {
    const database = new Libsql(path);
    try {
      const [version] = reader(database, 'PRAGMA user_version').get() ?? [];
      if (version === planned) return new RegionDatabase(database);
    } catch (fault) {
      if (!isDamage(fault)) {
        database.close();
        throw fault;
      }
    }
    database.close();
    return null;
  }

  missing(): Span[] {
    if (!this.#isIncomplete) return [];
    return [...reader(this.#database, readMissing).iterate()].map(([offset, length]) => ({
      offset: Number(offset),
      length: Number(length),
    }));
  }

  write(contents: readonly Content[]): void {
    const packing = this.#packing;
    this.#write((database) => {
      const put = database.prepare('INSERT OR REPLACE INTO images VALUES (?, ?)');
      for (const { offset, data } of contents) put.run(offset, Buffer.from(repack(data, packing)));
    });
  }

  check(): number {
    const [state] = reader(this.#database, 'PRAGMA quick_check(1)').get() ?? [];
    if (state !== 'ok') throw tileFault('map-damaged', String(state));
    const bad: number[] = [];
    const all = reader(this.#database, 'SELECT tile_id, tile_data FROM images').iterate();
    for (const [id, data] of all) {
      if (!isReadable(data)) bad.push(Number(id));
    }
    this.#write((database) => {
      const remove = database.prepare('DELETE FROM images WHERE tile_id = ?');
      for (const id of bad) remove.run(id);
    });
    return this.missing().length;
  }

  /** Takes out what only the copying needed. */
  finish(): void {
    if (this.#isIncomplete) {
      this.#write((database) => {
        database.exec('DROP TABLE wanted');
      });
    }
    this.close();
  }

  close(): void {
    this.#database.close();
  }

  get #isIncomplete(): boolean {
    const query = "SELECT count(*) FROM sqlite_schema WHERE name = 'wanted'";
    return reader(this.#database, query).get()?.[0] === 1;
  }

  get #packing(): TilePacking {
    const [packing] = reader(this.#database, 'SELECT packing FROM wanted LIMIT 1').get() ?? [];
    return packing === 'none' || packing === 'brotli' ? packing : 'gzip';
  }

  #write(work: (database: Libsql.Database) => void): void {
    const database = this.#database;
    database.exec('BEGIN IMMEDIATE');
    try {
      work(database);
      database.exec('COMMIT');
    } catch (fault) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw fault;
    }
  }
}

/** As MBTiles has it: vector tiles packed with gzip, or not at all. @throws where it is damaged */
function repack(data: Uint8Array, packing: TilePacking): Uint8Array {
  const plain = unpack(data, packing);
  if (plain.length === 0) throw tileFault('map-damaged', 'A tile without content.');
  return packing === 'brotli' ? gzipSync(plain) : data;
}

function isDamage(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

function isReadable(data: unknown): boolean {
  try {
    return data instanceof Uint8Array && unpack(data, 'auto').length > 0;
  } catch {
    return false;
  }
}

function reader(database: Libsql.Database, sql: string): Reader {
  return database.prepare(sql).raw() as unknown as Reader;
}
