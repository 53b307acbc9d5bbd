import type { Migration } from './migration';

/**
 * Where names of ours still stand inside of what is kept: once the service names a record, only
 * these are looked through, and not all that waits or was ever sent.
 */
export const localNames: Migration = {
  version: 4,
  name: 'local-names',
  up(connection) {
    connection.execute(`
      CREATE INDEX entries_naming_local ON entries (seq) WHERE instr(body, '"local:') > 0;
      CREATE INDEX records_naming_local ON records (id)
        WHERE instr(pending, '"local:') > 0 OR instr(set_here, '"local:') > 0;
    `);
  },
};
