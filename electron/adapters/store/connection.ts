import Libsql from 'libsql';
import { digestKeysOf, type DigestKeys } from './digest-key';

/** What can be bound to a statement. The binding of a boolean would end the process. */
export type Bindable = string | number | null;

/** What a column of a row holds. */
type Cell = string | number | null;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>;

/** What a statement wrote. */
export interface Written {
  readonly rows: number;
  /** The number of the row that was inserted last. */
  readonly lastId: number;
}

interface NativeStatement {
  raw(): NativeStatement;
  run(values: readonly Bindable[]): { changes: number; lastInsertRowid: number };
  get(values: readonly Bindable[]): unknown[] | undefined;
  all(values: readonly Bindable[]): unknown[][];
  iterate(values: readonly Bindable[]): Iterable<unknown[]>;
  columns(): { name: string }[];
}

/** A prepared statement. */
class Statement {
  readonly #native: NativeStatement;
  #names: readonly string[] | null = null;

  constructor(native: NativeStatement) {
    this.#native = native;
  }

  run(values: readonly Bindable[]): Written {
    refuseBooleans(values);
    const { changes, lastInsertRowid } = this.#native.run(values);
    return { rows: changes, lastId: lastInsertRowid };
  }

  /** The statement ends with its first row, and costs half of one that is asked for all. */
  first(values: readonly Bindable[]): Row | null {
    refuseBooleans(values);
    const names = this.#read();
    const cells = this.#native.get(values);
    return cells === undefined ? null : asRow(names, cells);
  }

  *each(values: readonly Bindable[]): Generator<Row> {
    refuseBooleans(values);
    const names = this.#read();
    for (const cells of this.#native.iterate(values)) yield asRow(names, cells);
  }

  all(values: readonly Bindable[]): Row[] {
    refuseBooleans(values);
    const names = this.#read();
    return this.#native.all(values).map((cells) => asRow(names, cells));
  }

  /** As lists of cells, since rows as objects carry a measurement of the library's among them. */
  #read(): readonly string[] {
    if (this.#names === null) {
      this.#names = this.#native.columns().map(({ name }) => name);
      this.#native.raw();
    }
    return this.#names;
  }
}

/**
 * One connection to a database file. Texts have to be selected as `CAST(… AS BLOB)` and come out
 * as strings: the library ends the whole process on a text that is not UTF-8, which one flipped
 * byte on the disk is enough for.
 */
export class Connection {
  /** The keys of the digests of rows. */
  readonly digestKeys: DigestKeys;
  /** Tables of which a row that was read is not what was written. */
  readonly suspects = new Set<string>();
  readonly #key: string;
  readonly #native: Libsql.Database;
  readonly #statements = new Map<string, Statement>();
  /** Those that are asked for their first row: after all rows, the library binds them no values. */
  readonly #firsts = new Map<string, Statement>();

  /** @throws the library's error, with a `code` */
  constructor(file: string, key: string) {
    this.#key = key;
    this.digestKeys = digestKeysOf(key);
    // The key is missing in the library's types.
    const options = { encryptionKey: key } as ConstructorParameters<typeof Libsql>[1];
    this.#native = new Libsql(file, key === '' ? {} : options);
  }

  /** A connection to another file with the same key. */
  beside(file: string): Connection {
    return new Connection(file, this.#key);
  }

  /** Carries out statements that answer nothing. */
  execute(sql: string): void {
    this.#native.exec(sql);
  }

  run(sql: string, ...values: Bindable[]): Written {
    return this.#statement(sql).run(values);
  }

  all(sql: string, ...values: Bindable[]): Row[] {
    return this.#statement(sql).all(values);
  }

  /** Row by row: those before a fault are had. */
  each(sql: string, ...values: Bindable[]): Generator<Row> {
    return this.#statement(sql).each(values);
  }

  first(sql: string, ...values: Bindable[]): Row | null {
    return this.#statement(sql, this.#firsts).first(values);
  }

  /** Gives the memory of pages back that were read before; never throws. */
  forgetPages(): void {
    this.#attempt('PRAGMA shrink_memory');
  }

  /** A number out of a statement that answers one. */
  number(sql: string, ...values: Bindable[]): number {
    const row = this.first(sql, ...values);
    return row === null ? 0 : Number(Object.values(row)[0] ?? 0);
  }

  /** The only text of each row. */
  texts(sql: string, ...values: Bindable[]): string[] {
    return this.all(sql, ...values).map((row) => String(Object.values(row)[0] ?? ''));
  }

  /** Carries out all of `work`, or nothing of it. */
  transaction<T>(work: () => T): T {
    this.#native.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#native.exec('COMMIT');
      return result;
    } catch (fault) {
      this.#rollBack();
      throw fault;
    }
  }

  /**
   * Lets go of the file. The library keeps it open until the statements are collected, so the lock
   * is given back first, which takes leaving the write-ahead log. Where that fails, as on a full
   * disk, all that was committed is in the log, and the next one to open it finds it there.
   */
  close(): void {
    this.#statements.clear();
    this.#firsts.clear();
    this.#attempt('PRAGMA journal_mode = DELETE');
    this.#attempt('PRAGMA locking_mode = NORMAL');
    // Only the next read gives the lock back, be it one that fails.
    this.#attempt('SELECT count(*) FROM sqlite_schema');
    this.#native.close();
  }

  #attempt(sql: string): void {
    try {
      this.#native.prepare(sql).all();
    } catch {
      // Nothing depends on it.
    }
  }

  /** Some faults have rolled back already, and there is no transaction any more to take back. */
  #rollBack(): void {
    if (this.#native.inTransaction) this.#native.exec('ROLLBACK');
  }

  #statement(sql: string, statements = this.#statements): Statement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = new Statement(this.#native.prepare(sql) as unknown as NativeStatement);
    statements.set(sql, made);
    return made;
  }
}

/** The types rule them out, but what comes in a message is only believed to be of its type. */
function refuseBooleans(values: readonly unknown[]): void {
  if (values.some((value) => typeof value === 'boolean')) {
    throw new TypeError('A boolean can not be bound.');
  }
}

function asRow(names: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, Cell> = {};
  for (let index = 0; index < names.length; index += 1) {
    row[names[index] ?? ''] = decode(cells[index]);
  }
  return row;
}

function decode(cell: unknown): Cell {
  if (Buffer.isBuffer(cell)) return cell.toString('utf8');
  if (ArrayBuffer.isView(cell)) {
    return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8');
  }
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
}
