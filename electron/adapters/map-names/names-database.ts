import { rmSync } from 'node:fs';
import Libsql from 'libsql';
import { wordsOf } from '@contract/folding';
import type { MapName } from '@core/ports/map-name-indexes';
import type { Unit } from '@core/place-search/map-units';

/** A name to be kept, in units of the world (Web Mercator, 0 to 1). */
export interface NameToKeep {
  readonly kind: MapName['kind'];
  readonly text: string;
  /** What it is found by: its own name, and those in other languages. */
  readonly names: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A name as it is kept. */
export interface KeptName extends Omit<NameToKeep, 'names'> {
  /** Its words, folded, with one space between two. */
  readonly folded: string;
}

/** Another form of the tables: what an older one has is thrown away. */
const form = 1;

const tables = `
  CREATE TABLE about (identity TEXT NOT NULL);
  CREATE TABLE units (unit INTEGER PRIMARY KEY);
  CREATE TABLE names (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, folded TEXT NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL, size REAL NOT NULL, is_alias INTEGER NOT NULL
  );
  CREATE INDEX names_folded ON names (folded);
  CREATE INDEX names_place ON names (x) WHERE kind <> 'street';
  CREATE VIRTUAL TABLE words USING fts5(
    folded, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  );
  PRAGMA user_version = ${form};`;

/** So many names with words that begin alike are looked at: those read first. */
const mostAlike = 20_000;

/** Places in a box are looked at for what a street is in; so many are enough. */
const mostPlaces = 400;

/** The path of a database without a file. */
export const inMemory = ':memory:';

/** Bytes that the names of one map may take. */
const largestIndex = 96 * 1024 * 1024;

type Row = Record<string, unknown> | undefined;

/**
 * The names of one map file as a database. It blocks the thread that it runs in. One that is damaged,
 * of another form or of another file than `identity` says is thrown away: all of it can be read again.
 */
export class NamesDatabase {
  readonly #database: Libsql.Database;

  constructor(file: string, identity: string) {
    this.#database = openFor(file, identity);
  }

  hasUnit(unit: Unit): boolean {
    return this.#database.prepare('SELECT 1 FROM units WHERE unit = ?').get(unit) !== undefined;
  }

  unitCount(): number {
    return this.#count('SELECT count(*) AS n FROM units');
  }

  nameCount(): number {
    return this.#count('SELECT count(*) AS n FROM names WHERE is_alias = 0');
  }

  isFull(): boolean {
    const pages = this.#database.prepare('PRAGMA page_count').get() as Row;
    const size = this.#database.prepare('PRAGMA page_size').get() as Row;
    return Number(pages?.['page_count'] ?? 0) * Number(size?.['page_size'] ?? 0) > largestIndex;
  }

  /** Keeps the names of a square, all or none of them. */
  addUnit(unit: Unit, names: readonly NameToKeep[]): void {
    const add = this.#database.prepare(
      'INSERT INTO names (kind, text, folded, x, y, size, is_alias) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const addWords = this.#database.prepare('INSERT INTO words (rowid, folded) VALUES (?, ?)');
    this.#database.exec('BEGIN');
    try {
      for (const { kind, text, names: all, x, y, size } of names) {
        const folded = new Set(all.map((name) => wordsOf(name).join(' ')));
        folded.delete('');
        for (const [index, name] of [...folded].entries()) {
          const { lastInsertRowid } = add.run(kind, text, name, x, y, size, Math.min(1, index));
          addWords.run(lastInsertRowid, name);
        }
      }
      this.#database.prepare('INSERT OR IGNORE INTO units VALUES (?)').run(unit);
      this.#database.exec('COMMIT');
    } catch (fault) {
      this.#database.exec('ROLLBACK');
      throw fault;
    }
  }

  /** Names of which these folded words begin words, the nearest to a point first. */
  find(sought: readonly string[], { x, y }: { x: number; y: number }, limit: number): KeptName[] {
    const query = sought.map((word) => `"${word}"*`).join(' ');
    const order = `ORDER BY (x - ?) * (x - ?) + (y - ?) * (y - ?) LIMIT ${limit}`;
    const columns = 'kind, text, folded, x, y, size';
    const here = [x, x, y, y];
    // The whole name first: it must not be lost among many that begin alike.
    const whole = this.#database
      .prepare(`SELECT ${columns} FROM names WHERE folded = ? ${order}`)
      .all(sought.join(' '), ...here);
    const alike = this.#database
      .prepare(
        `SELECT ${columns} FROM
           (SELECT rowid AS found FROM words WHERE words MATCH ? LIMIT ${mostAlike})
         JOIN names ON names.id = found ${order}`,
      )
      .all(query, ...here);
    return [...whole, ...alike] as KeptName[];
  }

  /** Districts and towns within a box, units of the world. */
  placesIn(west: number, north: number, east: number, south: number): KeptName[] {
    return this.#database
      .prepare(
        `SELECT kind, text, folded, x, y, size FROM names
         WHERE kind <> 'street' AND is_alias = 0 AND x BETWEEN ? AND ? AND y BETWEEN ? AND ?
         LIMIT ${mostPlaces}`,
      )
      .all(west, east, north, south) as KeptName[];
  }

  close(): void {
    this.#database.close();
  }

  #count(query: string): number {
    return Number((this.#database.prepare(query).get() as Row)?.['n'] ?? 0);
  }
}

function openFor(file: string, identity: string): Libsql.Database {
  try {
    const database = open(file);
    const found = database.prepare('SELECT identity FROM about').get() as Row;
    if (found?.['identity'] === identity) return database;
    database.close();
  } catch {
    // No database, or none of this form.
  }
  removeIndex(file);
  const database = open(file);
  try {
    database.exec(tables);
    database.prepare('INSERT INTO about VALUES (?)').run(identity);
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function open(file: string): Libsql.Database {
  const database = new Libsql(file);
  try {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000;
       PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`,
    );
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** Deletes an index. */
export function removeIndex(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}
