import { createHash } from 'node:crypto';
import type { Connection } from '@adapters/store/connection';

const SIGNED = [
  ...['records', 'associations', 'association_lists', 'deletions', 'aliases', 'notes', 'syncs'],
];

/** Makes a store one of the first version again, with everything that version could hold. */
export function makeFirstVersion(connection: Connection): void {
  connection.execute(`
    DROP TABLE words;
    DROP TABLE parts;
    DROP TABLE fixes;
    DROP TABLE IF EXISTS learned_devices;
    DROP INDEX IF EXISTS records_gone;
    DROP TABLE mentions;
    DROP TABLE past_devices;
    DROP TABLE kept_days;
    DROP TABLE damaged;
    DROP TABLE IF EXISTS zones;
    DROP TABLE IF EXISTS alert_rules;
    DROP TABLE IF EXISTS alerts;
    DROP TABLE IF EXISTS judged;
    DROP TABLE IF EXISTS zone_visits;
    ALTER TABLE associations DROP COLUMN nature;
    ${SIGNED.map((table) => `ALTER TABLE ${table} DROP COLUMN digest;`).join(' ')}
  `);
  // Entries had a digest without a key.
  const entries = connection.all(
    `SELECT seq, CAST(state AS BLOB) AS state, CAST(kind AS BLOB) AS kind,
       CAST(password AS BLOB) AS password, CAST(body AS BLOB) AS body FROM entries`,
  );
  for (const { seq = null, state, kind, password, body } of entries) {
    const digest = createHash('sha256')
      .update(JSON.stringify([state, kind, password, body]))
      .digest('base64');
    connection.run('UPDATE entries SET digest = ? WHERE seq = ?', digest, seq);
  }
  connection.execute('PRAGMA user_version = 1');
}
