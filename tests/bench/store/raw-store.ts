import { createHash } from 'node:crypto';
import Libsql from 'libsql';
import { openDatabase } from '@adapters/store/open-database';
import { searchTextsOf, type SearchTexts } from '@adapters/store/search-index';
import type { StoredEntry, ToldRecord } from '@core/ports/store';

const sql = {
  revision: `UPDATE meta SET value = value + 1 WHERE name = 'revision'`,
  record: `INSERT INTO records
      (id, collection, key, told, raw, unread, read_at, first_told_at, pass)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  words: 'INSERT INTO words (rowid, text) VALUES (?, ?)',
  parts: 'INSERT INTO parts (rowid, text) VALUES (?, ?)',
  pending: 'UPDATE records SET pending = ?, mark = ? WHERE id = ?',
  forget: 'DELETE FROM words WHERE rowid = ?',
  entry: `INSERT INTO entries (id, state, kind, collection, key, label, other_collection,
      other_key, changed_at, password, body, digest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
} as const;

type Name = keyof typeof sql;

/** What the same rows cost that write them with plain statements, without anything around. */
export class RawStore {
  readonly #native: Libsql.Database;
  readonly #texts: ReadonlyMap<string, SearchTexts>;
  readonly #vehicles: ReadonlyMap<string, ToldRecord>;
  readonly #rows = new Map<string, number>();
  readonly #statements: Record<Name, Libsql.Statement<unknown[]>>;

  /** The file gets the store's own schema; what goes into the index is made beforehand. */
  constructor(file: string, key: string, vehicles: readonly ToldRecord[]) {
    openDatabase(file, key).close();
    const options = { encryptionKey: key } as ConstructorParameters<typeof Libsql>[1];
    this.#native = new Libsql(file, options);
    for (const pragma of ['locking_mode = EXCLUSIVE', 'journal_mode = WAL', 'secure_delete = ON']) {
      this.#native.prepare(`PRAGMA ${pragma}`).all();
    }
    this.#native.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -16384;
    `);
    const prepare = (name: Name): Libsql.Statement<unknown[]> => this.#native.prepare(sql[name]);
    this.#statements = {
      revision: prepare('revision'),
      record: prepare('record'),
      words: prepare('words'),
      parts: prepare('parts'),
      pending: prepare('pending'),
      forget: prepare('forget'),
      entry: prepare('entry'),
    };
    this.#vehicles = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
    this.#texts = new Map(
      vehicles.map(({ id, fields }) => [id, searchTextsOf('vehicles', fields)]),
    );
  }

  /** One page of a list in one transaction. */
  load(vehicles: readonly ToldRecord[]): void {
    const { revision, record, words, parts } = this.#statements;
    this.#native.exec('BEGIN IMMEDIATE');
    revision.run([]);
    for (const { id, fields, raw } of vehicles) {
      const row = this.#rows.size + 1;
      this.#rows.set(id, row);
      const texts = this.#texts.get(id);
      const told = JSON.stringify(fields);
      record.run([row, 'vehicles', id, told, JSON.stringify(raw), null, 1, row, 1]);
      words.run([row, texts?.words ?? '']);
      parts.run([row, texts?.parts ?? '']);
    }
    this.#native.exec('COMMIT');
  }

  /** What a vehicle is found by once a change is laid over it. */
  wordsAfter({ subject, fields }: StoredEntry): string {
    const vehicle = this.#vehicles.get(subject.key);
    return searchTextsOf('vehicles', { ...vehicle?.fields, ...fields }).words;
  }

  /** One change of the outbox in one transaction. */
  change(entry: StoredEntry, text: string): void {
    const { revision, pending, forget, words, entry: put } = this.#statements;
    const { id, state, kind, subject, changedAt, ...rest } = entry;
    const row = this.#rows.get(subject.key) ?? 0;
    const body = JSON.stringify(rest);
    this.#native.exec('BEGIN IMMEDIATE');
    revision.run([]);
    pending.run([JSON.stringify(entry.fields), 'waiting', row]);
    forget.run([row]);
    words.run([row, text]);
    put.run([
      ...[id, state, kind, subject.collection, subject.key, subject.label, null, null],
      ...[changedAt, null, body, createHash('sha256').update(body).digest('base64')],
    ]);
    this.#native.exec('COMMIT');
  }

  close(): void {
    this.#native.prepare('PRAGMA journal_mode = DELETE').all();
    this.#native.close();
  }
}
