import { fixProblems } from '@contract/fixes';
import type { StoredFix } from '@core/ports/store';
import type { Connection, Row } from './connection';
import { asInteger, numberOrNull, parseList, textOrNull } from './stored-values';

const columns = `CAST(vehicle_id AS BLOB) AS vehicle_id, at, looked_at, latitude, longitude, speed,
  heading, ignition, battery, CAST(output1 AS BLOB) AS output1, CAST(problems AS BLOB) AS problems`;

/** A fix that was seen again was looked at again. */
export function writeFixes(connection: Connection, fixes: readonly StoredFix[]): void {
  for (const { vehicleId, fix, lookedAt } of fixes) {
    connection.run(
      `INSERT INTO fixes (vehicle_id, at, looked_at, latitude, longitude, speed, heading, ignition,
         battery, output1, problems)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (vehicle_id, at) DO UPDATE SET looked_at = excluded.looked_at,
         latitude = excluded.latitude, longitude = excluded.longitude, speed = excluded.speed,
         heading = excluded.heading, ignition = excluded.ignition, battery = excluded.battery,
         output1 = excluded.output1, problems = excluded.problems`,
      ...[
        ...[vehicleId, fix.at, lookedAt, fix.latitude, fix.longitude, fix.speed, fix.heading],
        ...[asInteger(fix.ignition), fix.battery, fix.output1],
        fix.problems.length === 0 ? null : JSON.stringify(fix.problems),
      ],
    );
  }
}

export function trailOf(connection: Connection, vehicleId: string, since: number): StoredFix[] {
  return connection
    .all(
      `SELECT ${columns} FROM fixes WHERE vehicle_id = ? AND at >= ? ORDER BY at`,
      ...[vehicleId, since],
    )
    .map(readFix);
}

/** Jumps from vehicle to vehicle in the index, past the month of fixes that each has. */
export function newestFixes(connection: Connection): StoredFix[] {
  return connection
    .all(
      `WITH RECURSIVE seen (id) AS (
         SELECT min(vehicle_id) FROM fixes
         UNION ALL
         SELECT (SELECT min(vehicle_id) FROM fixes WHERE vehicle_id > seen.id)
         FROM seen WHERE seen.id IS NOT NULL
       )
       SELECT ${columns} FROM seen JOIN fixes ON fixes.vehicle_id = seen.id
         AND fixes.at = (SELECT max(at) FROM fixes WHERE vehicle_id = seen.id)`,
    )
    .map(readFix);
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
