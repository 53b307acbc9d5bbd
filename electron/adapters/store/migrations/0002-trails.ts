import type { Migration } from './migration';

/** The trails: of each vehicle and moment one fix. */
export const trails: Migration = {
  version: 2,
  name: 'trails',
  up(connection) {
    connection.execute(`
      CREATE TABLE fixes (
        vehicle_id TEXT NOT NULL,
        at REAL NOT NULL,
        looked_at REAL NOT NULL,
        latitude REAL,
        longitude REAL,
        speed REAL,
        heading REAL,
        ignition INTEGER,
        battery REAL,
        output1 TEXT,
        problems TEXT,
        PRIMARY KEY (vehicle_id, at)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
