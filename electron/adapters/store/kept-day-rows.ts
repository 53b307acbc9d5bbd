import {
  daySummarySchema,
  dayAnswerSchema,
  type DayAnswer,
  type TrackColumns,
} from '@contract/trajectories';
import type { KeptDay, KeptSummaries } from '@core/ports/kept-tracks';
import type { Connection } from './connection';
import { digestOf, isTrue, signedColumns } from './digests';
import { isObject, parse } from './stored-values';

/** Characters that all kept days may take together; the ones read longest ago go first. */
const MOST_KEPT = 150_000_000;

/** Each column with the kind of its numbers, in the order of the machine: a store never moves. */
const COLUMNS = {
  at: Float64Array,
  latitude: Float64Array,
  longitude: Float64Array,
  speed: Float32Array,
  heading: Float32Array,
  ignition: Uint8Array,
  flags: Uint8Array,
} as const;

const byName = 'vehicle_id = ? AND day = ? AND time_zone = ?';

/** Keeps a day in place of what was kept of it. @param most characters of all days together */
export function writeKeptDay(connection: Connection, kept: KeptDay, most = MOST_KEPT): void {
  const { vehicleId, day, timeZone, devices, answer } = kept;
  const body = JSON.stringify(pack(answer));
  const summary = answer.kind === 'track' ? JSON.stringify(answer.track.summary) : null;
  const digest = digestOf(connection, 'kept_days', {
    ...{ vehicle_id: vehicleId, day, time_zone: timeZone, read_at: answer.readAt },
    ...{ size: body.length, devices, summary, body },
  });
  connection.run(
    `INSERT OR REPLACE INTO kept_days
       (vehicle_id, day, time_zone, read_at, size, devices, summary, body, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[vehicleId, day, timeZone, answer.readAt, body.length, devices, summary, body, digest],
  );
  connection.run(
    `DELETE FROM kept_days WHERE rowid IN (
       SELECT id FROM (
         SELECT rowid AS id, sum(size) OVER (ORDER BY read_at DESC, rowid DESC) AS total
         FROM kept_days
       ) WHERE total > ?)`,
    most,
  );
}

/** A day as it was read last; null where it is not kept, or can't be read any more. */
export function keptDayOf(
  connection: Connection,
  { vehicleId, day, timeZone }: Pick<KeptDay, 'vehicleId' | 'day' | 'timeZone'>,
): KeptDay | null {
  const row = connection.first(
    `SELECT ${signedColumns('kept_days')} FROM kept_days WHERE ${byName}`,
    ...[vehicleId, day, timeZone],
  );
  if (row === null || !isTrue(connection, 'kept_days', row)) return null;
  const answer = unpack(parse(row['body']));
  return answer && { vehicleId, day, timeZone, devices: String(row['devices']), answer };
}

/** The figures of the kept days of a span, both ends included. */
export function keptSummaries(
  connection: Connection,
  {
    vehicleId,
    from,
    to,
    timeZone,
  }: { vehicleId: string; from: string; to: string; timeZone: string },
): KeptSummaries {
  const rows = connection
    .all(
      `SELECT ${signedColumns('kept_days')} FROM kept_days
       WHERE vehicle_id = ? AND time_zone = ? AND day BETWEEN ? AND ? AND summary IS NOT NULL
       ORDER BY day`,
      ...[vehicleId, timeZone, from, to],
    )
    .filter((row) => isTrue(connection, 'kept_days', row))
    .flatMap((row) => {
      const day = daySummarySchema.safeParse(parse(row['summary'])).data;
      return day === undefined ? [] : [{ day, readAt: Number(row['read_at']) }];
    });
  const days = rows.map(({ day }) => day);
  return { days, readAt: days.length === 0 ? null : Math.min(...rows.map((row) => row.readAt)) };
}

function pack(answer: DayAnswer): unknown {
  if (answer.kind === 'no-data') return answer;
  const columns = Object.entries(answer.track.columns).map(([name, column]) => [
    name,
    Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('base64'),
  ]);
  return { ...answer, track: { ...answer.track, columns: Object.fromEntries(columns) as unknown } };
}

function unpack(kept: unknown): DayAnswer | null {
  if (!isObject(kept)) return null;
  const { track } = kept;
  const read = isObject(track)
    ? { ...kept, track: { ...track, columns: columnsOf(track['columns']) } }
    : kept;
  return dayAnswerSchema.safeParse(read).data ?? null;
}

function columnsOf(kept: unknown): TrackColumns | null {
  if (!isObject(kept)) return null;
  const columns = Object.entries(COLUMNS).map(([name, Kind]) => {
    const bytes = Uint8Array.from(Buffer.from(String(kept[name]), 'base64'));
    // A view of numbers throws on bytes that are cut short.
    const isWhole = bytes.length % Kind.BYTES_PER_ELEMENT === 0;
    return [name, isWhole ? new Kind(bytes.buffer) : null] as const;
  });
  const [[, first]] = columns as [(typeof columns)[number]];
  const isOneLength = columns.every(([, column]) => column?.length === first?.length);
  return first !== null && isOneLength ? (Object.fromEntries(columns) as TrackColumns) : null;
}
