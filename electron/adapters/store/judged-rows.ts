import type { SeenVisit, VisitsWanted } from '@contract/alerts';
import type { Connection, Row } from './connection';
import { digestOf, isTrue, signedColumns } from './digests';
import { asInteger, numberOrNull } from './stored-values';
import type { TextPair } from './text-pairs';

/** No name goes on with a later one. */
const LAST_SIGN = '\u{10FFFF}';

/** Keeps what was judged up to under a name; null forgets it. */
export function writeJudged(connection: Connection, name: string, body: string | null): void {
  if (body === null) {
    connection.run('DELETE FROM judged WHERE name = ?', name);
    return;
  }
  connection.run(
    'INSERT OR REPLACE INTO judged (name, body, digest) VALUES (?, ?, ?)',
    ...[name, body, digestOf(connection, 'judged', { name, body })],
  );
}

/** What was judged up to, by name, of all names with a beginning. */
export function judgedOf(connection: Connection, beginning: string): TextPair[] {
  return connection
    .all(
      `SELECT ${signedColumns('judged')} FROM judged WHERE name >= ? AND name < ?`,
      ...[beginning, `${beginning}${LAST_SIGN}`],
    )
    .filter((row) => isTrue(connection, 'judged', row))
    .map((row) => [String(row['name']), String(row['body'])]);
}

/** Keeps stays in zones, in place of those that began at the same moment. */
export function writeVisits(connection: Connection, visits: readonly SeenVisit[]): void {
  for (const { vehicleId, zoneId, from, to, isFromUnknown, isToUnknown } of visits) {
    const row = {
      ...{ vehicle_id: vehicleId, zone_id: zoneId, entered_at: from, left_at: to },
      ...{ is_from_unknown: asInteger(isFromUnknown), is_to_unknown: asInteger(isToUnknown) },
    };
    connection.run(
      `INSERT OR REPLACE INTO zone_visits
         (vehicle_id, zone_id, entered_at, left_at, is_from_unknown, is_to_unknown, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[row.vehicle_id, row.zone_id, row.entered_at, row.left_at, row.is_from_unknown],
      ...[row.is_to_unknown, digestOf(connection, 'zone_visits', row)],
    );
  }
}

/** Stays that touch a range of time, in the order in which they began. */
export function visitsOf(
  connection: Connection,
  { from, to, zoneIds, vehicleIds }: VisitsWanted,
  limit: number,
): SeenVisit[] {
  const among = (column: string, list: readonly string[]): string =>
    list.length === 0 ? '' : `AND ${column} IN (SELECT value FROM json_each(?))`;
  return connection
    .all(
      `SELECT ${signedColumns('zone_visits')} FROM zone_visits
       WHERE entered_at < ? AND (left_at IS NULL OR left_at >= ?)
         ${among('zone_id', zoneIds)} ${among('vehicle_id', vehicleIds)}
       ORDER BY entered_at, vehicle_id, zone_id LIMIT ?`,
      ...[to, from],
      ...[zoneIds, vehicleIds].flatMap((list) => (list.length === 0 ? [] : [JSON.stringify(list)])),
      limit,
    )
    .filter((row) => isTrue(connection, 'zone_visits', row))
    .map(readVisit);
}

function readVisit(row: Row): SeenVisit {
  return {
    vehicleId: String(row['vehicle_id']),
    zoneId: String(row['zone_id']),
    from: Number(row['entered_at']),
    to: numberOrNull(row['left_at']),
    isFromUnknown: row['is_from_unknown'] === 1,
    isToUnknown: row['is_to_unknown'] === 1,
  };
}
