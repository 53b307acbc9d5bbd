import type { RecordKey } from '@contract/records';
import type { Connection } from './connection';
import { localKeysIn } from './references';

/** Tables in whose texts names of ours can be. */
export type Mentioning = 'entries' | 'records' | 'deletions';

/**
 * Notes which names of ours are in a row's texts, so that the row is found once the service gives
 * another. A note may outlive what it tells of: who follows it looks whether the name is still
 * there. `besides` is found by a column of its own.
 */
export function noteMentions(
  connection: Connection,
  mentioning: { readonly place: Mentioning; readonly row: number | string },
  value: unknown,
  besides?: RecordKey,
): void {
  for (const name of localKeysIn(value)) {
    if (name === besides) continue;
    connection.run(
      'INSERT OR IGNORE INTO mentions (name, place, row) VALUES (?, ?, ?)',
      ...[name, mentioning.place, mentioning.row],
    );
  }
}

/** A name is gone: nothing mentions it any more. */
export function forgetMentions(connection: Connection, name: RecordKey): void {
  connection.run('DELETE FROM mentions WHERE name = ?', name);
}

/** Removes the notes of rows that are gone. */
export function pruneMentions(connection: Connection): void {
  connection.execute(`
    DELETE FROM mentions WHERE place = 'entries' AND row NOT IN (SELECT seq FROM entries);
    DELETE FROM mentions WHERE place = 'records' AND row NOT IN (SELECT id FROM records);
    DELETE FROM mentions WHERE place = 'deletions' AND row NOT IN (SELECT id FROM deletions);
  `);
}
