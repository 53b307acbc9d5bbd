import type { Migration } from './migration';

/** Parts of the map that a person drew. */
export const zones: Migration = {
  version: 11,
  name: 'zones',
  up(connection) {
    connection.execute(`
      CREATE TABLE zones (id TEXT PRIMARY KEY, body TEXT NOT NULL, digest TEXT) STRICT;
    `);
  },
};
