import { hash } from 'node:crypto';
import type { Bindable, Connection, Row } from './connection';

/** What of a table a row's digest covers. */
interface Covered {
  /** The primary key. */
  readonly name: readonly string[];
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

/**
 * Every table that holds what a person entered or what is shown. Not covered: how far the passes
 * over a list have seen a record (`pass`, `absences`), which person of a vehicle is its driver
 * (`nature`, told again by each list), the search and the notes of what mentions what, which are
 * made from covered rows. A migration that adds a column here signs all rows again.
 */
const tables = {
  entries: {
    name: ['seq'],
    texts: [
      ...['id', 'state', 'kind', 'collection', 'key', 'label', 'other_collection', 'other_key'],
      ...['password', 'body'],
    ],
    numbers: ['seq', 'changed_at'],
  },
  records: {
    name: ['id'],
    texts: ['collection', 'key', 'mark', 'told', 'pending', 'set_here', 'unread', 'raw'],
    numbers: ['read_at', 'gone_at', 'first_told_at'],
  },
  associations: {
    name: ['key'],
    texts: ['key', 'side', 'vehicle_key', 'other_key', 'mark'],
    numbers: ['is_main', 'created_at', 'pending_main'],
  },
  association_lists: {
    name: ['vehicle_key', 'side'],
    texts: ['vehicle_key', 'side'],
    numbers: ['read_at'],
  },
  past_devices: {
    name: ['key'],
    texts: ['key', 'vehicle_key', 'other_key'],
    numbers: ['is_main', 'created_at', 'ended_at'],
  },
  deletions: { name: ['id'], texts: ['id', 'body'], numbers: ['deleted_at'] },
  aliases: { name: ['old'], texts: ['old', 'new'], numbers: [] },
  zones: { name: ['id'], texts: ['id', 'body'], numbers: [] },
  alert_rules: { name: ['id'], texts: ['id', 'body'], numbers: [] },
  alerts: {
    name: ['id'],
    texts: ['id', 'rule_id', 'vehicle_id', 'kind', 'assigned_to', 'body'],
    numbers: ['at', 'is_open'],
  },
  judged: { name: ['name'], texts: ['name', 'body'], numbers: [] },
  zone_visits: {
    name: ['vehicle_id', 'zone_id', 'entered_at'],
    texts: ['vehicle_id', 'zone_id'],
    numbers: ['entered_at', 'left_at', 'is_from_unknown', 'is_to_unknown'],
  },
  notes: { name: ['name'], texts: ['name', 'value'], numbers: [] },
  learned_devices: { name: ['vehicle_id'], texts: ['vehicle_id', 'body'], numbers: [] },
  syncs: {
    name: ['collection'],
    texts: ['collection'],
    numbers: ['pass', 'next_page', 'read', 'completed_at', 'paging_refused'],
  },
  fixes: {
    name: ['vehicle_id', 'at'],
    texts: ['vehicle_id', 'output1', 'problems'],
    numbers: [
      ...['at', 'looked_at', 'latitude', 'longitude', 'speed', 'heading', 'ignition', 'battery'],
    ],
  },
  kept_days: {
    name: ['vehicle_id', 'day', 'time_zone'],
    texts: ['vehicle_id', 'day', 'time_zone', 'devices', 'summary', 'body'],
    numbers: ['read_at', 'size'],
  },
} as const satisfies Record<string, Covered>;

/** A table whose rows carry digests. */
export type SignedTable = keyof typeof tables;

/** All of them; what a person entered comes first. */
export const signedTables = Object.keys(tables) as readonly SignedTable[];

/** 132 bits in base64: nobody hits that by chance or by trying. */
const LENGTH = 22;

/**
 * The digest of a row, over its table, its key and its content, so that a changed row, and one in
 * the place of another, is found out. The cipher alone notices neither. It is HMAC's construction
 * with two keys of a block each (NMAC), by one-shot hashes: HMAC objects cost three times as much.
 */
export function digestOf(
  connection: Connection,
  table: SignedTable,
  row: Readonly<Record<string, Bindable | undefined>>,
): string {
  const { texts, numbers } = tables[table];
  let content: string = table;
  for (const name of texts) {
    const value = row[name] ?? null;
    content += value === null ? ',' : `,${String(value).length}:${value}`;
  }
  for (const name of numbers) content += `,${row[name] ?? ''}`;
  const { inner, outer } = connection.digestKeys;
  return sha256(outer + sha256(inner + content)).slice(0, LENGTH);
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64');
}

/** The columns that {@link isTrue} takes, and those of the primary key. */
export function signedColumns(table: SignedTable): string {
  const { name, texts, numbers }: Covered = tables[table];
  const columns = [...texts, 'digest'].map((column) => `CAST(${column} AS BLOB) AS ${column}`);
  const others = name.filter((column) => !texts.includes(column) && !numbers.includes(column));
  return [...columns, ...numbers, ...others].join(', ');
}

/**
 * The same, with numbers that are numbers whatever the file holds: for what is read before the file
 * was checked. A text that is not UTF-8 would end the process, see {@link Connection}.
 */
export function uncheckedColumns(table: SignedTable): string {
  const { texts, numbers }: Covered = tables[table];
  return [
    ...[...texts, 'digest'].map((column) => `CAST(${table}.${column} AS BLOB) AS ${column}`),
    ...numbers.map((column) => `CAST(${table}.${column} AS REAL) AS ${column}`),
  ].join(', ');
}

/** A row, and what it is found by again, whatever its texts have become. */
interface NamedRow {
  readonly row: Row;
  readonly name: readonly Bindable[];
}

/**
 * Rows of a table behind a name, in the order of their names: of the columns, since what is selected
 * under the same names is in no index, and every row would be sorted.
 */
export function signedPage(
  connection: Connection,
  table: SignedTable,
  after: readonly Bindable[] | null,
  limit: number,
): NamedRow[] {
  const names: readonly string[] = tables[table].name;
  // A damaged text may not be UTF-8, and would not come out of here as it went in.
  const found = names.map((column, n) =>
    isText(table, column) ? `hex(${column}) AS name_${n}` : `${column} AS name_${n}`,
  );
  const behind =
    after === null
      ? ''
      : `WHERE (${names.join(', ')}) > (${names.map((column) => valueOf(table, column)).join(', ')})`;
  const rows = connection.all(
    `SELECT ${signedColumns(table)}, ${found.join(', ')} FROM ${table} ${behind}
     ORDER BY ${names.map((column) => `${table}.${column}`).join(', ')} LIMIT ?`,
    ...[...(after ?? []), limit],
  );
  return rows.map((row) => ({ row, name: names.map((_, n) => row[`name_${n}`] ?? null) }));
}

/** The condition that finds a row by its name. */
export function byName(table: SignedTable): string {
  const names: readonly string[] = tables[table].name;
  return names.map((column) => `${column} = ${valueOf(table, column)}`).join(' AND ');
}

function valueOf(table: SignedTable, column: string): string {
  return isText(table, column) ? 'CAST(unhex(?) AS TEXT)' : '?';
}

function isText(table: SignedTable, column: string): boolean {
  const texts: readonly string[] = tables[table].texts;
  return texts.includes(column);
}

/**
 * Whether a row is what was written. One that is not is to be left out by its reader; the next
 * check takes it out of use, and tells of it.
 */
export function isTrue(connection: Connection, table: SignedTable, row: Row): boolean {
  if (row['digest'] === digestOf(connection, table, row)) return true;
  connection.suspects.add(table);
  return false;
}

/** Rows of a table, by a condition and its values. */
type Rows = readonly [where: string, ...values: Bindable[]];

/** Whether all of some rows are what was written. */
export function areTrue(connection: Connection, table: SignedTable, ...rows: Rows): boolean {
  const [where, ...values] = rows;
  return connection
    .all(`SELECT ${signedColumns(table)} FROM ${table} WHERE ${where}`, ...values)
    .every((row) => isTrue(connection, table, row));
}

/** Signs rows of which a statement has just written everything that a digest covers. */
export function sign(connection: Connection, table: SignedTable, ...rows: Rows): void {
  const { name } = tables[table];
  const [where, ...values] = rows;
  const found = connection.all(
    `SELECT ${signedColumns(table)} FROM ${table} WHERE ${where}`,
    ...values,
  );
  for (const row of found) {
    connection.run(
      `UPDATE ${table} SET digest = ? WHERE ${name.map((column) => `${column} = ?`).join(' AND ')}`,
      ...[digestOf(connection, table, row), ...name.map((column) => row[column] ?? null)],
    );
  }
}

/**
 * Changes a part of some rows and signs them. Where one of them was not true before, none is: what
 * was damaged must not become true by a change of something else. The condition finds them before
 * and after.
 */
export function signAfter(
  connection: Connection,
  table: SignedTable,
  rows: Rows,
  change: () => void,
): void {
  const wereTrue = areTrue(connection, table, ...rows);
  change();
  if (wereTrue) sign(connection, table, ...rows);
}
