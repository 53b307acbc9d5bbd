import type { Migration } from './migration';

/** Days of vehicles as they were read, so that they play offline. What is large comes last. */
export const keptDays: Migration = {
  version: 7,
  name: 'kept-days',
  up(connection) {
    connection.execute(`
      CREATE TABLE kept_days (
        vehicle_id TEXT NOT NULL,
        day TEXT NOT NULL,
        time_zone TEXT NOT NULL,
        read_at REAL NOT NULL,
        size INTEGER NOT NULL,
        devices TEXT NOT NULL,
        summary TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (vehicle_id, day, time_zone)
      ) STRICT;
      CREATE INDEX kept_days_by_age ON kept_days (read_at, size);
    `);
  },
};
