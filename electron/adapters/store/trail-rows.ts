import { fixProblems } from '@contract/fixes';
import { packFixes } from '@contract/packed/fix-rows';
import { PACKED_AT_ONCE, type PackedRows } from '@contract/packed/rows';
import type { StoredFix } from '@core/ports/kept-tracks';
import type { Bindable, Connection, Row } from './connection';
import { digestOf, isTrue, signedColumns, uncheckedColumns } from './digests';
import { asInteger, numberOrNull, parseList, textOrNull } from './stored-values';

const columns = signedColumns('fixes');

const names = [
  ...['vehicle_id', 'at', 'looked_at', 'latitude', 'longitude', 'speed', 'heading', 'ignition'],
  ...['battery', 'output1', 'problems', 'digest'],
];

/** A fix that was seen again was looked at again. */
const write = `INSERT INTO fixes (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
  ON CONFLICT (vehicle_id, at) DO UPDATE SET
    ${names
      .slice(2)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`;

export function writeFixes(connection: Connection, fixes: readonly StoredFix[]): void {
  for (const { vehicleId, fix, lookedAt } of fixes) {
    const { at, latitude, longitude, speed, heading, battery, output1, problems } = fix;
    const row: Record<string, Bindable> = {
      ...{ vehicle_id: vehicleId, at, looked_at: lookedAt, latitude, longitude, speed, heading },
      ...{ ignition: asInteger(fix.ignition), battery, output1 },
      problems: problems.length === 0 ? null : JSON.stringify(problems),
    };
    row['digest'] = digestOf(connection, 'fixes', row);
    connection.run(write, ...names.map((name) => row[name] ?? null));
  }
}

export function trailOf(connection: Connection, vehicleId: string, since: number): StoredFix[] {
  return connection
    .all(
      `SELECT ${columns} FROM fixes WHERE vehicle_id = ? AND at >= ? ORDER BY at`,
      ...[vehicleId, since],
    )
    .filter((row) => isTrue(connection, 'fixes', row))
    .map(readFix);
}

/**
 * The newest fix of each vehicle, packed in parts, so that the thread which asks can do something
 * else between two of them. Jumps from vehicle to vehicle in the index, past the month of fixes
 * that each has.
 */
export function newestFixes(connection: Connection): PackedRows[] {
  const fixes = connection
    .all(
      `WITH RECURSIVE seen (id) AS (
         SELECT min(vehicle_id) FROM fixes
         UNION ALL
         SELECT (SELECT min(vehicle_id) FROM fixes WHERE vehicle_id > seen.id)
         FROM seen WHERE seen.id IS NOT NULL
       )
       SELECT ${uncheckedColumns('fixes')} FROM seen JOIN fixes ON fixes.vehicle_id = seen.id
         AND fixes.at = (SELECT max(at) FROM fixes WHERE vehicle_id = seen.id)`,
    )
    .filter((row) => isTrue(connection, 'fixes', row))
    .map(readFix);
  return Array.from({ length: Math.ceil(fixes.length / PACKED_AT_ONCE) }, (_, part) =>
    packFixes(fixes.slice(part * PACKED_AT_ONCE, (part + 1) * PACKED_AT_ONCE)),
  );
}

function readFix(row: Row): StoredFix {
  const ignition = row['ignition'];
  const problems = parseList(row['problems']);
  return {
    vehicleId: String(row['vehicle_id']),
    lookedAt: Number(row['looked_at']),
    fix: {
      at: Number(row['at']),
      latitude: numberOrNull(row['latitude']),
      longitude: numberOrNull(row['longitude']),
      speed: numberOrNull(row['speed']),
      heading: numberOrNull(row['heading']),
      ignition: typeof ignition === 'number' ? ignition === 1 : null,
      battery: numberOrNull(row['battery']),
      output1: textOrNull(row['output1']),
      problems: fixProblems.filter((problem) => problems.includes(problem)),
    },
  };
}
