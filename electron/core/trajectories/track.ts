import {
  gapLimitOf,
  shortestStopOf,
  usualIntervalsOf,
  type TimeLimits,
} from '@contract/rules/intervals';
import { believedSpeed } from '@contract/rules/plausibility';
import type { DaySummary, Segment, Stop, Track, TrackColumns } from '@contract/trajectories';
import type { TrajectoryRecord } from '../service/decoders/trajectories';
import type { TrajectoryData } from '../service/decoders/trajectory-data';
import { dayBounds } from './day-math';
import { PositionBuffer, type Positions } from '../service/decoders/position-buffer';
import type { TimeSpan } from './day-devices';
import { fillColumns, indexAt, measureLegs, partImplausible, sortPositions } from './track-columns';
import { fastest, findSegments, findStops, type Ground } from './track-landmarks';
import { findServiceDay } from './service-day';
import { UnreadReport } from '../service/decoders/unread-report';

/** What a track is built from. */
export interface TrackSource {
  vehicleId: string;
  day: string;
  timeZone: string;
  /** *get trajectory*; null where the service had none. */
  trajectory: TrajectoryRecord | null;
  /** *trajectory data*; null where the service had none. */
  data: TrajectoryData | null;
  /** Which device each part of the day is read from, in the order of time. */
  devices?: Track['devices'];
  /** Limits of time by the service profile. */
  limits: TimeLimits;
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
}

/**
 * One vehicle's day out of what the service told, or null where that is nothing at all. A day
 * that holds something unreadable is a track all the same, so that it says so.
 */
export function buildTrack(source: TrackSource): Track | null {
  const { vehicleId, day, timeZone, trajectory, data, limits, movingSpeed } = source;
  const bounds = dayBounds(day, timeZone);
  const { from: dayFrom, to: dayTo } = bounds;
  const drives = [...pickDrives(source)].sort((a, b) => a.from - b.from);
  const positions = pickPositions(source);
  const { columns: told, outside } = sortPositions(positions, dayFrom, dayTo);
  const { columns, implausible } = partImplausible(told);
  const usual = usualIntervalsOf(columns, movingSpeed);
  const { gaps, distances, known } = measureLegs(columns, movingSpeed, usual, limits);
  fillColumns(columns, gaps, distances);
  const shortestStop = shortestStopOf(usual);
  const ground: Ground = { columns, distances, known, movingSpeed, shortestStop };
  const stops = findStops(data?.stops ?? [], drives, ground);
  const segments = findSegments(drives, stops, ground);
  const alarms = [...(data?.alarms ?? [])].sort((a, b) => a.at - b.at);
  const summary = summarise(source, ground, bounds, segments, stops, alarms.length);
  const unread = new UnreadReport();
  const crossing = [...drives, ...stops].filter(
    ({ from, to }) => (from < dayFrom && to > dayFrom) || (from < dayTo && to > dayTo),
  );
  // What crosses midnight is shown whole.
  const strange = outside.filter((at) => !crossing.some(({ from, to }) => at >= from && at <= to));
  const serviceDay = findServiceDay(told.at, strange, bounds);
  if (strange.length > 0 && serviceDay === null) {
    unread.add('data', 'outside-day', { outside: strange.length });
  }
  const lastFix = columns.at[columns.at.length - 1];
  const lastDrive = drives[drives.length - 1]?.to;
  if (
    lastFix !== undefined &&
    lastDrive !== undefined &&
    Math.min(lastDrive, dayTo) - lastFix > gapLimitOf('moving', usual, limits)
  ) {
    // Some services cut long days short without a word.
    unread.add('data', 'ends-early', { lastFix, lastDrive });
  }
  const isDriven = drives.length > 0 || (trajectory?.summary.distance ?? 0) > 0;
  if (isDriven && (data?.positions.count ?? 0) === 0) {
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
    serviceDay,
    devices: source.devices ?? [],
    columns,
    implausible,
    movingSpeed,
    gaps,
    stops,
    alarms,
    segments,
    summary,
    unread: reports.flatMap((report) => report.unread),
    unreadCount: reports.reduce((sum, report) => sum + report.count, 0),
    drives: { told: drives.length + countUnreadDrives(source), read: drives.length },
    raw: raw === '' ? null : raw.slice(0, 20_000),
  };
}

/** The drives that the service tells, in the one answer or the other. */
function pickDrives({ trajectory, data }: TrackSource): TrajectoryRecord['segments'] {
  if (trajectory !== null && trajectory.segments.length > 0) return trajectory.segments;
  return data?.segments ?? [];
}

/** Drives that could not be read, in the answer that tells them. */
function countUnreadDrives({ trajectory, data }: TrackSource): number {
  const told = trajectory?.unreadSegments ?? 0;
  const isTold = told > 0 || (trajectory?.segments.length ?? 0) > 0;
  return isTold ? told : (data?.unreadSegments ?? 0);
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
  source: TrackSource,
  ground: Ground,
  bounds: TimeSpan,
  segments: readonly Segment[],
  stops: readonly Stop[],
  alarms: number,
): DaySummary {
  const { day, trajectory } = source;
  const told = trajectory?.summary;
  const driven = secondsOf(segments, bounds) - unknownSeconds(source, ground, segments);
  const ways = segments.map((segment) => distanceWithin(segment, ground, bounds));
  const measured = ways.every((way) => way !== null)
    ? ways.reduce((sum, way) => sum + way, 0)
    : (ground.distances[ground.distances.length - 1] ?? 0);
  const duration = told?.duration ?? driven;
  const distance = told?.distance ?? measured;
  const stood = secondsOf(stops, bounds);
  return {
    day,
    duration,
    distance,
    topSpeed: believedSpeed(told?.topSpeed) ?? topSpeedOf(ground.columns),
    averageSpeed:
      believedSpeed(told?.averageSpeed) ?? (duration > 0 ? (distance / duration) * 3.6 : null),
    stops: told?.stops ?? stops.length,
    stopDuration: told?.stopDuration ?? stood,
    alarms: told?.alarms ?? alarms,
  };
}

/** Of drives that the service does not tell: seconds of which nobody knows what happened. */
function unknownSeconds(
  source: TrackSource,
  { columns: { at }, known }: Ground,
  segments: readonly Segment[],
): number {
  if (pickDrives(source).length > 0) return 0;
  const unknown = segments.map(({ from, to }) => {
    const first = indexAt(at, from);
    const last = indexAt(at, to);
    return to - from - ((known[last] ?? 0) - (known[first] ?? 0));
  });
  return unknown.reduce((sum, each) => sum + Math.max(0, each), 0) / 1000;
}

/** Seconds of a day that stretches of time take; where some overlap, that time counts once. */
function secondsOf(stretches: readonly TimeSpan[], day: TimeSpan): number {
  let sum = 0;
  let counted = day.from;
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const end = Math.min(to, day.to);
    sum += Math.max(0, end - Math.max(from, counted));
    counted = Math.max(counted, end);
  }
  return sum / 1000;
}

/**
 * Meters of a drive that belong to a day: of one that crosses midnight the part that the fixes
 * show, without fixes its share of the time.
 */
function distanceWithin(
  { from, to, distance }: Segment,
  { columns: { at }, distances }: Ground,
  day: TimeSpan,
): number | null {
  if (distance === null || (from >= day.from && to <= day.to)) return distance;
  const first = indexAt(at, Math.max(from, day.from));
  const end = indexAt(at, Math.min(to, day.to) + 1);
  if (end - first >= 2) return (distances[end - 1] ?? 0) - (distances[first] ?? 0);
  const within = Math.max(0, Math.min(to, day.to) - Math.max(from, day.from));
  return to > from ? distance * (within / (to - from)) : 0;
}

function topSpeedOf({ speed }: TrackColumns): number | null {
  return fastest(speed, 0, speed.length);
}
