import { digestOf, isTrue, signedColumns } from '../digests';
import { parseObject } from '../stored-values';
import type { Migration } from './migration';

/** The note that held what was learned of all devices. */
const NOTE = 'live.learned';

/**
 * What was learned of devices is a row a vehicle, so that what changed is written alone. Notes are
 * found past large ones; records that are gone, and who alerts are assigned to, have an index.
 */
export const learnedDevices: Migration = {
  version: 13,
  name: 'learned-devices',
  up(connection) {
    connection.execute(`
      CREATE TABLE learned_devices (
        vehicle_id TEXT PRIMARY KEY,
        body TEXT NOT NULL,
        digest TEXT
      ) STRICT;
      CREATE INDEX records_gone ON records (collection) WHERE gone_at IS NOT NULL;
      CREATE INDEX alerts_assigned ON alerts (assigned_to, at) WHERE assigned_to IS NOT NULL;
    `);
    const note = connection.first(
      `SELECT ${signedColumns('notes')} FROM notes WHERE name = ?`,
      NOTE,
    );
    // One that is not what was written stays for the check, which tells of it.
    if (note !== null && isTrue(connection, 'notes', note)) {
      for (const [vehicleId, learned] of Object.entries(parseObject(note['value']) ?? {})) {
        const row = { vehicle_id: vehicleId, body: JSON.stringify(learned) };
        connection.run(
          'INSERT INTO learned_devices (vehicle_id, body, digest) VALUES (?, ?, ?)',
          ...[row.vehicle_id, row.body, digestOf(connection, 'learned_devices', row)],
        );
      }
      connection.run('DELETE FROM notes WHERE name = ?', NOTE);
    }
    // Without row numbers a note that is looked for is compared with whole others.
    connection.execute(`
      CREATE TABLE notes_by_name (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        digest TEXT
      ) STRICT;
      INSERT INTO notes_by_name (name, value, digest) SELECT name, value, digest FROM notes;
      DROP TABLE notes;
      ALTER TABLE notes_by_name RENAME TO notes;
    `);
  },
};
