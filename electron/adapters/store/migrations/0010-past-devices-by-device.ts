import type { Migration } from './migration';

/** A device's page lists the vehicles that it left. */
export const pastDevicesByDevice: Migration = {
  version: 10,
  name: 'past-devices-by-device',
  up(connection) {
    connection.execute('CREATE INDEX past_devices_by_device ON past_devices (other_key)');
  },
};
