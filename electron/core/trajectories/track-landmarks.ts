import type { Place } from '@contract/rules/longitudes';
import { isMoving, staysAt, type MotionReport } from '@contract/rules/motion';
import { believedSpeed } from '@contract/rules/plausibility';
import type { Segment, Stop, TrackColumns } from '@contract/trajectories';
import type { ReportedSegment, ReportedStop } from '../service/decoders/trajectory-parts';
import { indexAt } from './track-columns';

/** What landmarks are found in. */
export interface Ground {
  columns: TrackColumns;
  /** Meters along the track; see `measureLegs`. */
  distances: Float64Array;
  /** Milliseconds along the track; see `measureLegs`. */
  known: Float64Array;
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
  /** A shorter stay is traffic, milliseconds. */
  shortestStop: number;
}

/** A shorter stay between drives that are told is traffic, milliseconds. */
const SHORTEST_STOP = 2 * 60_000;
/** A drive over less is a device that wanders while its vehicle is still, meters. */
const SHORTEST_DRIVE = 100;

/**
 * The stops of a day: those the service tells, with their ends where it tells none; else the
 * stays between the drives it tells; else those that the fixes themselves show.
 */
export function findStops(
  told: readonly ReportedStop[],
  drives: readonly ReportedSegment[],
  ground: Ground,
): Stop[] {
  if (told.length > 0) return completeStops(told, drives, ground);
  if (drives.length > 0) return stopsBetween(drives);
  return stopsInFixes(ground);
}

function completeStops(
  told: readonly ReportedStop[],
  drives: readonly ReportedSegment[],
  ground: Ground,
): Stop[] {
  const sorted = [...told].sort((a, b) => a.from - b.from);
  return sorted.map((stop, index) => {
    const limit = sorted[index + 1]?.from ?? Infinity;
    const next = drives.find(({ from }) => from >= stop.from)?.from;
    const to = stop.to ?? Math.min(next ?? nextMove(stop.from, ground), limit);
    const end = Math.max(stop.from, to);
    return { ...stop, to: end, address: stop.address ?? addressOf(stop.from, end, drives) };
  });
}

/** Where a drive ended as the stop began, or began as it ended: services tell addresses there. */
function addressOf(from: number, to: number, drives: readonly ReportedSegment[]): string | null {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= SHORTEST_STOP;
  const before = drives.find((drive) => isNear(drive.to, from))?.endAddress;
  return before ?? drives.find((drive) => isNear(drive.from, to))?.startAddress ?? null;
}

/** When a vehicle that is parked at a moment moves on; its last fix where it never does. */
function nextMove(from: number, { columns, movingSpeed }: Ground): number {
  const { at } = columns;
  const last = at[at.length - 1] ?? from;
  for (let index = indexAt(at, from) + 1; index < at.length; index++) {
    if (isMoving(reportAt(columns, index), movingSpeed)) return at[index] ?? last;
  }
  return last;
}

function stopsBetween(drives: readonly ReportedSegment[]): Stop[] {
  return drives.flatMap((drive, index) => {
    const next = drives[index + 1];
    const place = drive.end ?? next?.start ?? null;
    if (next === undefined || place === null || next.from - drive.to < SHORTEST_STOP) return [];
    const address = drive.endAddress ?? next.startAddress;
    return [{ from: drive.to, to: next.from, ...place, address }];
  });
}

function stopsInFixes({ columns, movingSpeed, shortestStop }: Ground): Stop[] {
  const { at } = columns;
  const stops: Stop[] = [];
  let start = -1;
  const end = (index: number): void => {
    const from = at[start] ?? 0;
    const to = at[index] ?? from;
    if (start >= 0 && to - from >= shortestStop) {
      const { latitude, longitude } = reportAt(columns, start);
      stops.push({ from, to, latitude, longitude, address: null });
    }
    start = -1;
  };
  for (let index = 0; index < at.length; index++) {
    const report = reportAt(columns, index);
    const isStill = report.speed !== null && !isMoving(report, movingSpeed);
    if (start >= 0 && !staysAt(reportAt(columns, start), report, movingSpeed)) {
      // Found elsewhere, it was parked there up to the fix before.
      end(isStill ? index - 1 : index);
    }
    if (isStill && start < 0) start = index;
    if (!isStill && start >= 0) end(index);
  }
  if (start >= 0) end(at.length - 1);
  return stops;
}

function reportAt(
  { latitude, longitude, speed, ignition }: TrackColumns,
  index: number,
): MotionReport & Place {
  const kmh = speed[index] ?? NaN;
  const bit = ignition[index] ?? 2;
  return {
    latitude: latitude[index] ?? 0,
    longitude: longitude[index] ?? 0,
    speed: Number.isNaN(kmh) ? null : kmh,
    ignition: bit === 2 ? null : bit === 1,
  };
}

/**
 * The drives of a day: those the service tells, with the figures it left out; else what is
 * between the stops.
 */
export function findSegments(
  told: readonly ReportedSegment[],
  stops: readonly Stop[],
  ground: Ground,
): Segment[] {
  if (told.length > 0) return told.map((segment) => completeSegment(segment, ground));
  const { at } = ground.columns;
  const first = at[0];
  const last = at[at.length - 1];
  if (first === undefined || last === undefined) return [];
  const starts = [first, ...stops.map(({ to }) => to)];
  const ends = [...stops.map(({ from }) => from), last];
  return starts.flatMap((from, index) => {
    const to = ends[index] ?? last;
    const untold = { distance: null, topSpeed: null, startAddress: null, endAddress: null };
    const segment = completeSegment({ from, to, ...untold }, ground);
    return to > from && (segment.distance ?? 0) >= SHORTEST_DRIVE ? [segment] : [];
  });
}

function completeSegment(told: Segment, { columns, distances }: Ground): Segment {
  const { from, to, startAddress, endAddress } = told;
  const first = indexAt(columns.at, from);
  const end = indexAt(columns.at, to + 1);
  const isCovered = end - first >= 2;
  let topSpeed = believedSpeed(told.topSpeed);
  let distance = told.distance;
  if (isCovered && distance === null) {
    distance = (distances[end - 1] ?? 0) - (distances[first] ?? 0);
  }
  if (isCovered && topSpeed === null) topSpeed = fastest(columns.speed, first, end);
  return { from, to, distance, topSpeed, startAddress, endAddress };
}

/** The largest speed among fixes, or null where none is known. */
export function fastest(speed: Float32Array, from: number, end: number): number | null {
  let most = -1;
  for (let index = from; index < end; index++) {
    // NaN is larger than nothing.
    if ((speed[index] ?? NaN) > most) most = speed[index] ?? most;
  }
  return most < 0 ? null : most;
}
