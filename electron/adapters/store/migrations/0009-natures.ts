import type { Migration } from './migration';

/** What a person is to a vehicle, as the service's list tells it: its driver, or somebody who sees it. */
export const natures: Migration = {
  version: 9,
  name: 'natures',
  up(connection) {
    connection.execute('ALTER TABLE associations ADD COLUMN nature TEXT');
  },
};
