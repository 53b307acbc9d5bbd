import type { Connection } from './connection';
import { isTrue, sign, signedColumns } from './digests';

/** The value under a name; null where there is none, or where the row is not what was written. */
export function noteOf(connection: Connection, name: string): string | null {
  const row = connection.first(`SELECT ${signedColumns('notes')} FROM notes WHERE name = ?`, name);
  if (row === null || !isTrue(connection, 'notes', row)) return null;
  return String(row['value']);
}

/** Keeps a value under a name; null removes it. */
export function writeNote(connection: Connection, name: string, value: string | null): void {
  if (value === null) {
    connection.run('DELETE FROM notes WHERE name = ?', name);
    return;
  }
  connection.run(
    `INSERT INTO notes (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ...[name, value],
  );
  sign(connection, 'notes', 'name = ?', name);
}
