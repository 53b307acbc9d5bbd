import { isLocalKey, type RecordKey } from '@contract/records';
import type { DeviceTerm } from '@core/ports/store';
import { currentKey } from './commit';
import type { Connection, Row } from './connection';
import { areTrue, signAfter } from './digests';
import { asInteger, numberOrNull } from './stored-values';

/** What the service lists as removed; each has its end. */
export function writeEnded(
  connection: Connection,
  vehicleKey: RecordKey,
  ended: readonly DeviceTerm[],
): void {
  for (const { key, deviceKey, isMain, createdAt, endedAt } of ended) {
    signAfter(connection, 'past_devices', ['key = ?', key], () => {
      connection.run(
        `INSERT INTO past_devices (key, vehicle_key, other_key, is_main, created_at, ended_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET vehicle_key = excluded.vehicle_key,
           other_key = excluded.other_key,
           is_main = max(past_devices.is_main, excluded.is_main),
           created_at = coalesce(excluded.created_at, past_devices.created_at),
           ended_at = coalesce(excluded.ended_at, past_devices.ended_at)`,
        ...[key, vehicleKey, deviceKey, asInteger(isMain), createdAt, endedAt],
      );
    });
  }
}

/**
 * Keeps a device association as ended that is about to be dropped; a damaged one is not kept.
 * @param endedAt null where only the next list can tell
 */
export function keepAsEnded(connection: Connection, key: RecordKey, endedAt: number | null): void {
  if (isLocalKey(key) || !areTrue(connection, 'associations', 'key = ?', key)) return;
  signAfter(connection, 'past_devices', ['key = ?', key], () => {
    connection.run(
      `INSERT INTO past_devices (key, vehicle_key, other_key, is_main, created_at, ended_at)
       SELECT key, vehicle_key, other_key, is_main, created_at, ?
       FROM associations WHERE key = ? AND side = 'devices'
       ON CONFLICT (key) DO UPDATE SET is_main = excluded.is_main, ended_at = excluded.ended_at`,
      ...[endedAt, key],
    );
  });
}

/** A list of a vehicle was read: what it has is not over, and what ended has ended by now. */
export function settleEnded(connection: Connection, vehicleKey: RecordKey, at: number): void {
  connection.run(
    `DELETE FROM past_devices WHERE vehicle_key = ?
     AND EXISTS (SELECT 1 FROM associations AS one
       WHERE one.key = past_devices.key AND one.side = 'devices')`,
    vehicleKey,
  );
  signAfter(connection, 'past_devices', ['vehicle_key = ?', vehicleKey], () => {
    connection.run(
      'UPDATE past_devices SET ended_at = ? WHERE vehicle_key = ? AND ended_at IS NULL',
      ...[at, vehicleKey],
    );
  });
}

/** The terms of all devices that a vehicle has or had, in no order. */
export function deviceTermsOf(connection: Connection, vehicle: RecordKey): DeviceTerm[] {
  const vehicleKey = currentKey(connection, vehicle);
  return connection
    .all(
      `SELECT CAST(key AS BLOB) AS key, CAST(other_key AS BLOB) AS other_key, is_main, created_at,
         NULL AS ended_at, 1 AS is_present
       FROM associations WHERE vehicle_key = ? AND side = 'devices'
       UNION ALL
       SELECT CAST(key AS BLOB), CAST(other_key AS BLOB), is_main, created_at, ended_at, 0
       FROM past_devices WHERE vehicle_key = ?`,
      ...[vehicleKey, vehicleKey],
    )
    .map(toTerm)
    .filter(({ key, deviceKey }) => !isLocalKey(key) && !isLocalKey(deviceKey));
}

/** The terms that are over, of a vehicle or of a device, the newest first. */
export function endedTermsOf(
  connection: Connection,
  of: 'vehicles' | 'devices',
  name: RecordKey,
): { vehicleKey: RecordKey; term: DeviceTerm }[] {
  const column = of === 'vehicles' ? 'vehicle_key' : 'other_key';
  return connection
    .all(
      `SELECT CAST(key AS BLOB) AS key, CAST(vehicle_key AS BLOB) AS vehicle_key,
         CAST(other_key AS BLOB) AS other_key, is_main, created_at, ended_at, 0 AS is_present
       FROM past_devices WHERE ${column} = ? ORDER BY ended_at DESC`,
      currentKey(connection, name),
    )
    .map((row) => ({ vehicleKey: String(row['vehicle_key']), term: toTerm(row) }));
}

function toTerm(row: Row): DeviceTerm {
  return {
    key: String(row['key']),
    deviceKey: String(row['other_key']),
    isMain: row['is_main'] === 1,
    isPresent: row['is_present'] === 1,
    createdAt: numberOrNull(row['created_at']),
    endedAt: numberOrNull(row['ended_at']),
  };
}
