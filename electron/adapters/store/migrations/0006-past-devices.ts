import type { Migration } from './migration';

/**
 * Device associations that ended: a day of the past is read from the device that the vehicle had
 * then. `ended_at` is null where the end was not told yet.
 */
export const pastDevices: Migration = {
  version: 6,
  name: 'past-devices',
  up(connection) {
    connection.execute(`
      CREATE TABLE past_devices (
        key TEXT PRIMARY KEY,
        vehicle_key TEXT NOT NULL,
        other_key TEXT NOT NULL,
        is_main INTEGER NOT NULL,
        created_at REAL,
        ended_at REAL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX past_devices_by_vehicle ON past_devices (vehicle_key);
    `);
  },
};
