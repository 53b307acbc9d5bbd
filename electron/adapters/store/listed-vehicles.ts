import { associationSides, type AssociationSide } from '@contract/associations';
import type { RecordKey } from '@contract/records';
import { textOf } from '@contract/resources';
import type { KeptDevice, ListedVehicle } from '@core/ports/listed-vehicle';
import type { Connection } from './connection';
import { visibleFields } from './record-rows';
import { numberOrNull, oneOf } from './stored-values';

/** Sorts behind every key. */
const BEHIND_ALL = '\u{10ffff}';

interface Found {
  readonly listedAt: Record<AssociationSide, number | null>;
  readonly devices: KeptDevice[];
}

/**
 * Vehicles of which associations are kept, by key. What waits on vehicles that were never listed
 * comes with the listed ones around it.
 */
export function listedVehicles(
  connection: Connection,
  after: RecordKey | null,
  limit: number,
): ListedVehicle[] {
  const last = connection.texts(
    `SELECT CAST(vehicle_key AS BLOB) FROM association_lists WHERE vehicle_key > ?
     ORDER BY vehicle_key LIMIT 1 OFFSET ?`,
    ...[after ?? '', limit - 1],
  );
  const span = [after ?? '', last[0] ?? BEHIND_ALL];
  const found = new Map<RecordKey, Found>();
  const of = (key: unknown): Found => {
    const vehicleKey = String(key);
    const known = found.get(vehicleKey);
    if (known !== undefined) return known;
    const made: Found = { listedAt: { devices: null, users: null }, devices: [] };
    found.set(vehicleKey, made);
    return made;
  };
  const lists = connection.all(
    `SELECT CAST(vehicle_key AS BLOB) AS vehicle_key, CAST(side AS BLOB) AS side, read_at
     FROM association_lists WHERE vehicle_key > ? AND vehicle_key <= ?`,
    ...span,
  );
  for (const row of lists) {
    const side = oneOf(associationSides, row['side'], 'devices');
    of(row['vehicle_key']).listedAt[side] = numberOrNull(row['read_at']);
  }
  const devices = connection.all(
    `SELECT CAST(associations.key AS BLOB) AS key, CAST(vehicle_key AS BLOB) AS vehicle_key,
       CAST(other_key AS BLOB) AS other_key, is_main, created_at,
       CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending
     FROM associations INDEXED BY associations_by_vehicle
     LEFT JOIN records ON records.collection = 'devices' AND records.key = other_key
     WHERE vehicle_key > ? AND vehicle_key <= ? AND side = 'devices'`,
    ...span,
  );
  for (const row of devices) {
    const fields = visibleFields(row);
    of(row['vehicle_key']).devices.push({
      key: String(row['key']),
      otherKey: String(row['other_key']),
      isMain: row['is_main'] === 1,
      createdAt: numberOrNull(row['created_at']),
      name: textOf(fields, 'name'),
      imei: textOf(fields, 'imei'),
    });
  }
  return Array.from(found, ([vehicleKey, { listedAt, devices: kept }]) => ({
    vehicleKey,
    listedAt,
    devices: kept.sort(byAge),
  })).sort((one, other) => compare(one.vehicleKey, other.vehicleKey));
}

/** The oldest first; those that the service has not dated yet are the newest. */
function byAge(one: KeptDevice, other: KeptDevice): number {
  const [first, second] = [one.createdAt ?? Infinity, other.createdAt ?? Infinity];
  return first === second ? compare(one.key, other.key) : first - second;
}

/** As SQLite compares keys, which are of ASCII. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
