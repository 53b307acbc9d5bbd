import type { StoreChange } from '@core/ports/store';
import type { Connection } from './connection';
import { digestOf, isTrue, signedColumns } from './digests';
import type { TextPair } from './text-pairs';

type Learned = Extract<StoreChange, { kind: 'learned' }>['devices'];

/** Keeps what was learned of the devices of vehicles; null forgets it. */
export function writeLearned(connection: Connection, devices: Learned): void {
  for (const [vehicleId, body] of devices) {
    if (body === null) {
      connection.run('DELETE FROM learned_devices WHERE vehicle_id = ?', vehicleId);
      continue;
    }
    const digest = digestOf(connection, 'learned_devices', { vehicle_id: vehicleId, body });
    connection.run(
      'INSERT OR REPLACE INTO learned_devices (vehicle_id, body, digest) VALUES (?, ?, ?)',
      ...[vehicleId, body, digest],
    );
  }
}

/** What was learned of all devices, by vehicle. */
export function learnedOf(connection: Connection): TextPair[] {
  return connection
    .all(`SELECT ${signedColumns('learned_devices')} FROM learned_devices`)
    .filter((row) => isTrue(connection, 'learned_devices', row))
    .map((row) => [String(row['vehicle_id']), String(row['body'])]);
}

/** Removes what was learned of vehicles of which no fix is kept: it goes on from one. */
export function pruneLearned(connection: Connection): void {
  connection.run(
    `DELETE FROM learned_devices WHERE NOT EXISTS (
       SELECT 1 FROM fixes WHERE fixes.vehicle_id = learned_devices.vehicle_id
     )`,
  );
}
