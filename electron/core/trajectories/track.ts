import type { DaySummary, Segment, Stop, Track, TrackColumns } from '@contract/trajectories';
import type { TrajectoryData, TrajectoryRecord } from '../service/decoders/trajectories';
import { dayBounds } from './day-math';
import { PositionBuffer, type Positions } from './position-buffer';
import { fillColumns, findGaps, measureDistances, sortPositions } from './track-columns';
import { fastest, findSegments, findStops, type Ground } from './track-landmarks';
import { UnreadReport } from './unread-report';

/** What a track is built from. */
export interface TrackSource {
  vehicleId: string;
  day: string;
  timeZone: string;
  /** *get trajectory*; null where the service had none. */
  trajectory: TrajectoryRecord | null;
  /** *trajectory data*; null where the service had none. */
  data: TrajectoryData | null;
  /** Milliseconds without a fix above which there is a gap. */
  gapLimit: number;
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
}

/**
 * One vehicle's day out of what the service told, or null where that is nothing at all. A day
 * that holds something unreadable is a track all the same, so that it says so.
 */
export function buildTrack(source: TrackSource): Track | null {
  const { vehicleId, day, timeZone, trajectory, data, gapLimit, movingSpeed } = source;
  const { from: dayFrom, to: dayTo } = dayBounds(day, timeZone);
  const drives = [...pickDrives(source)].sort((a, b) => a.from - b.from);
  const positions = pickPositions(source);
  const { columns, outside } = sortPositions(positions, dayFrom, dayTo);
  const gaps = findGaps(columns, gapLimit);
  const distances = measureDistances(columns, gaps);
  fillColumns(columns, gaps, distances);
  const ground: Ground = { columns, distances, movingSpeed, gapLimit };
  const stops = findStops(data?.stops ?? [], drives, ground);
  const segments = findSegments(drives, stops, ground);
  const alarms = [...(data?.alarms ?? [])].sort((a, b) => a.at - b.at);
  const summary = summarise(source, ground, segments, stops, alarms.length);
  const unread = new UnreadReport();
  if (outside > 0) {
    unread.add('data', `${outside} positions lie on another day`, { outside });
  }
  const lastFix = columns.at[columns.at.length - 1];
  const lastDrive = drives[drives.length - 1]?.to;
  if (lastFix !== undefined && lastDrive !== undefined && lastDrive - lastFix > gapLimit) {
    // Some services cut long days short without a word.
    unread.add('data', 'ends-early', { lastFix, lastDrive });
  }
  if (columns.at.length === 0 && (trajectory?.summary.distance ?? 0) > 0) {
    unread.add('data', 'no-positions', trajectory?.summary);
  }
  const reports = [data?.report, trajectory?.report, unread].filter((report) => !!report);
  const isEmpty = columns.at.length + stops.length + alarms.length + segments.length === 0;
  if (isEmpty && reports.every((report) => report.isEmpty)) return null;
  const raw = reports.flatMap((report) => report.raw ?? []).join('\n');
  return {
    vehicleId,
    day,
    timeZone,
    dayFrom,
    dayTo,
    columns,
    gaps,
    stops,
    alarms,
    segments,
    summary,
    unread: reports.flatMap((report) => report.unread),
    raw: raw === '' ? null : raw.slice(0, 20_000),
  };
}

/** The drives that the service tells, in the one answer or the other. */
function pickDrives({ trajectory, data }: TrackSource): TrajectoryRecord['segments'] {
  if (trajectory !== null && trajectory.segments.length > 0) return trajectory.segments;
  return data?.segments ?? [];
}

/** The positions that the service tells; where it tells drives alone, their two ends. */
function pickPositions(source: TrackSource): Positions {
  const { data } = source;
  if (data !== null && data.positions.count > 0) return data.positions;
  const ends = new PositionBuffer();
  const unknown = { speed: null, heading: null, ignition: null };
  for (const { from, to, start, end } of pickDrives(source)) {
    if (start !== null) ends.add({ at: from, ...start, ...unknown });
    if (end !== null) ends.add({ at: to, ...end, ...unknown });
  }
  return ends;
}

/** The day's figures: the service's own, and computed ones where it told none. */
function summarise(
  { day, trajectory }: TrackSource,
  { columns, distances }: Ground,
  segments: readonly Segment[],
  stops: readonly Stop[],
  alarms: number,
): DaySummary {
  const told = trajectory?.summary;
  const driven = secondsOf(segments);
  const measured = segments.every(({ distance }) => distance !== null)
    ? segments.reduce((sum, { distance }) => sum + (distance ?? 0), 0)
    : (distances[distances.length - 1] ?? 0);
  const duration = told?.duration ?? driven;
  const distance = told?.distance ?? measured;
  const stood = secondsOf(stops);
  return {
    day,
    duration,
    distance,
    topSpeed: told?.topSpeed ?? topSpeedOf(columns),
    averageSpeed: told?.averageSpeed ?? (duration > 0 ? (distance / duration) * 3.6 : null),
    stops: told?.stops ?? stops.length,
    stopDuration: told?.stopDuration ?? stood,
    alarms: told?.alarms ?? alarms,
  };
}

/** Seconds that stretches of time take together; where some overlap, that time counts once. */
function secondsOf(stretches: readonly { from: number; to: number }[]): number {
  let sum = 0;
  let counted = -Infinity;
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, counted));
    counted = Math.max(counted, to);
  }
  return sum / 1000;
}

function topSpeedOf({ speed }: TrackColumns): number | null {
  return fastest(speed, 0, speed.length);
}
