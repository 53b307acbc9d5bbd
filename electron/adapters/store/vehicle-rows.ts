import { packVehicles } from '@contract/packed/fleet-rows';
import { PACKED_AT_ONCE, type PackedRows } from '@contract/packed/rows';
import { isLocalKey } from '@contract/records';
import type { Vehicle } from '@contract/vehicles';
import { vehicleOf } from '@core/fleet/record-fields';
import type { Connection } from './connection';
import { visibleFields } from './record-rows';

/** No number is among them: a start reads these before the file is checked, see {@link Connection}. */
const columns = `CAST(key AS BLOB) AS key, CAST(told AS BLOB) AS told,
  CAST(pending AS BLOB) AS pending`;

/**
 * The vehicles that the service named, as the live map shows them, packed in parts: what crosses to
 * another thread as an object for each takes longer than to read it.
 */
export function packedVehicles(connection: Connection): PackedRows[] {
  const parts: PackedRows[] = [];
  let after: string | null = '';
  while (after !== null) {
    // By the column: `key` alone would be what is selected, and every row would be sorted.
    const rows = connection.all(
      `SELECT ${columns} FROM records
       WHERE collection = 'vehicles' AND key > ? AND gone_at IS NULL
       ORDER BY records.key LIMIT ?`,
      ...[after, PACKED_AT_ONCE],
    );
    const vehicles = rows.flatMap((row): Vehicle[] => {
      const key = String(row['key']);
      return isLocalKey(key) ? [] : [vehicleOf({ key, fields: visibleFields(row) })];
    });
    if (vehicles.length > 0) parts.push(packVehicles(vehicles));
    const last = String(rows.at(-1)?.['key'] ?? '');
    // In a damaged index the last key may be no later one: the same page would come without end.
    after = rows.length < PACKED_AT_ONCE || last <= after ? null : last;
  }
  return parts;
}
