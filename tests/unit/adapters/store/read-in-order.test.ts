import { expect, it, vi } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { signedPage } from '@adapters/store/digests';
import { StoreDatabase } from '@adapters/store/store-database';
import { openDatabase } from '@adapters/store/open-database';

/** What a database does beside looking into its indexes, as it tells of its statements. */
function sortsOf(connection: Connection, work: () => unknown): string[] {
  const all = vi.spyOn(Connection.prototype, 'all');
  work();
  const statements = all.mock.calls.map(([sql, ...values]) => ({ sql, values }));
  all.mockRestore();
  return statements
    .flatMap(({ sql, values }) => connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...values))
    .map(({ detail }) => String(detail))
    .filter((detail) => detail.includes('TEMP B-TREE'));
}

it('pages of a collection and of the check are read from an index, none is sorted', () => {
  const connection = openDatabase(null, '');
  const database = new StoreDatabase(connection, null);
  expect(sortsOf(connection, () => database.rows('vehicles', 'A', 500))).toEqual([]);
  for (const table of ['associations', 'notes', 'fixes', 'records', 'entries'] as const) {
    expect(
      sortsOf(connection, () => signedPage(connection, table, null, 500)),
      table,
    ).toEqual([]);
  }
  database.close();
});
