import type { Connection } from '../connection';
import { noteMentions } from '../mentions';
import { parse } from '../stored-values';
import type { Migration } from './migration';

/**
 * Which names of ours stand where, by the name: once the service names a record, only what mentions
 * that one is looked at, where all that mentions any was. What is kept already is taken in.
 */
export const mentions: Migration = {
  version: 5,
  name: 'mentions',
  up(connection) {
    connection.execute(`
      DROP INDEX IF EXISTS entries_naming_local;
      DROP INDEX IF EXISTS records_naming_local;
      CREATE TABLE mentions (
        name TEXT NOT NULL,
        place TEXT NOT NULL,
        row ANY NOT NULL,
        PRIMARY KEY (name, place, row)
      ) STRICT, WITHOUT ROWID;
    `);
    noteAllMentions(connection);
  },
};

/** Notes what is kept of such names, whatever is noted already. */
export function noteAllMentions(connection: Connection): void {
  const kept = [
    ['entries', 'seq', 'body'],
    ['records', 'id', 'pending'],
    ['records', 'id', 'set_here'],
    ['deletions', 'CAST(id AS BLOB)', 'body'],
  ] as const;
  for (const [place, row, text] of kept) {
    const found = connection.all(
      `SELECT ${row} AS row, CAST(${text} AS BLOB) AS text FROM ${place}
         WHERE instr(${text}, '"local:') > 0`,
    );
    for (const each of found) {
      noteMentions(connection, { place, row: each['row'] ?? '' }, parse(each['text']));
    }
  }
}
