import { createHash } from 'node:crypto';
import type { Connection, Row } from '../connection';
import { byName, digestOf, signedPage, signedTables, type SignedTable } from '../digests';
import type { Migration } from './migration';

/**
 * Every row carries a digest, as the entries do already, so that a changed one is found out. What is
 * kept is signed as it is, except an entry that is not what was written: it never becomes true.
 * What is found damaged is kept beside, out of use.
 */
export const digests: Migration = {
  version: 8,
  name: 'digests',
  up(connection) {
    connection.execute(`
      CREATE TABLE damaged (
        id INTEGER PRIMARY KEY,
        place TEXT NOT NULL,
        content TEXT NOT NULL,
        found_at REAL NOT NULL,
        is_seen INTEGER NOT NULL DEFAULT 0
      ) STRICT;
    `);
    const isHere = (table: string): boolean =>
      connection.number('SELECT count(*) FROM sqlite_schema WHERE name = ?', table) > 0;
    // Tables of later steps are signed from their beginning.
    for (const table of signedTables.filter(isHere)) {
      if (table !== 'entries') connection.execute(`ALTER TABLE ${table} ADD COLUMN digest TEXT`);
      signAll(connection, table);
    }
  },
};

/** Rows that are signed at once; a kept day is large. */
const ROWS = 500;
const DAYS = 10;

function signAll(connection: Connection, table: SignedTable): void {
  const limit = table === 'kept_days' ? DAYS : ROWS;
  for (let after: Parameters<typeof signedPage>[2] = null; ;) {
    const page = signedPage(connection, table, after, limit);
    for (const { row, name } of page) {
      if (table === 'entries' && !isEntryTrue(row)) continue;
      connection.run(
        `UPDATE ${table} SET digest = ? WHERE ${byName(table)}`,
        ...[digestOf(connection, table, row), ...name],
      );
    }
    if (page.length < limit) return;
    after = page.at(-1)?.name ?? null;
  }
}

/** By the digest that only entries had, without a key. */
function isEntryTrue(row: Row): boolean {
  const { state, kind, password, body, digest } = row;
  const content = JSON.stringify([state, kind, password, body]);
  return digest === createHash('sha256').update(content).digest('base64');
}
