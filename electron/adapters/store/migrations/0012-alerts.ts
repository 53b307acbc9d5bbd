import type { Migration } from './migration';

/**
 * Rules of alerts, what they found, what vehicles were judged up to, and stays in zones. What is
 * judged of one vehicle is a row of its own, so that it can be written with each alert.
 */
export const alerts: Migration = {
  version: 12,
  name: 'alerts',
  up(connection) {
    connection.execute(`
      CREATE TABLE alert_rules (id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT) STRICT;
      CREATE TABLE alerts (
        id TEXT PRIMARY KEY,
        at REAL NOT NULL,
        rule_id TEXT NOT NULL,
        vehicle_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        is_open INTEGER NOT NULL,
        assigned_to TEXT,
        body TEXT NOT NULL,
        digest TEXT
      ) STRICT;
      CREATE INDEX alerts_by_time ON alerts (at, id);
      CREATE INDEX alerts_by_vehicle ON alerts (vehicle_id, at);
      CREATE INDEX alerts_open ON alerts (at, id) WHERE is_open = 1;
      CREATE TABLE judged (name TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT) STRICT;
      CREATE TABLE zone_visits (
        vehicle_id TEXT NOT NULL,
        zone_id TEXT NOT NULL,
        entered_at REAL NOT NULL,
        left_at REAL,
        is_from_unknown INTEGER NOT NULL,
        is_to_unknown INTEGER NOT NULL,
        digest TEXT,
        PRIMARY KEY (vehicle_id, zone_id, entered_at)
      ) STRICT;
      CREATE INDEX zone_visits_by_time ON zone_visits (entered_at);
    `);
  },
};
