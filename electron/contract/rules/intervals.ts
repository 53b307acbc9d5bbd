import { isMoving, STAY_RADIUS, type MotionReport } from './motion';
import { isPossibleLeg, type Sighting, type SightingColumns } from './plausibility';
import { metersBetween } from './sphere';

/** How often a device usually reports, milliseconds; null while too little is known. */
export interface UsualIntervals {
  moving: number | null;
  /** While the vehicle stands still, with or without ignition. */
  still: number | null;
}

/** Limits of time that a service profile holds, milliseconds. */
export interface TimeLimits {
  /** Age up to which a fix is live. */
  live: number;
  /** Age up to which a fix is late; silent beyond. */
  late: number;
  /** The same for a parked vehicle, which reports rarely. */
  parkedLate: number;
  /** A longer stretch without a fix is a gap. */
  gap: number;
}

/**
 * What a vehicle does between two fixes: `moving` also where it is found elsewhere, `parked` where
 * it stood at one place with the ignition not on, `still` where it stood otherwise.
 */
export type LegKind = 'moving' | 'still' | 'parked';

/** How many of its usual intervals pass before a device is silent, or a stretch is a gap. */
const SILENT_INTERVALS = 2.5;
/** How many of them pass before a report is late. */
const LATE_INTERVALS = 1.5;
/** Fewer intervals than these say nothing of what is usual. */
const FEWEST = 3;
/** A shorter stay is traffic, milliseconds. */
const SHORTEST_STOP = 2 * 60_000;

/** The median; null for none. Sorts a copy. */
export function medianOf(values: ArrayLike<number>): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** What is usual among intervals of one kind, milliseconds; null while they are too few. */
export function usualOf(intervals: ArrayLike<number>): number | null {
  return intervals.length < FEWEST ? null : medianOf(intervals);
}

/** One end of a leg, for {@link legKindOf}. */
export interface LegEnd extends MotionReport, Sighting {}

/**
 * What the vehicle does between two fixes. Where no speed is reported, that of the leg decides.
 * @param movingSpeed km/h, by the service profile
 */
export function legKindOf(from: LegEnd, to: LegEnd, movingSpeed: number): LegKind {
  const meters = metersBetween(from, to);
  if (meters > STAY_RADIUS || isMoving(from, movingSpeed)) return 'moving';
  const speed = from.speed ?? (meters / (to.at - from.at)) * 3600;
  if (isMoving({ ...from, speed }, movingSpeed)) return 'moving';
  return from.ignition === true ? 'still' : 'parked';
}

/** Fixes of a track as columns of one length, sorted by time. */
export interface ReportColumns extends SightingColumns {
  /** km/h; NaN where unknown. */
  speed: ArrayLike<number>;
  /** 0 off, 1 on, 2 unknown. */
  ignition: ArrayLike<number>;
}

/** What the vehicle does between the fix at an index and the next one. */
export function legKindAt(columns: ReportColumns, index: number, movingSpeed: number): LegKind {
  return legKindOf(endAt(columns, index), endAt(columns, index + 1), movingSpeed);
}

function endAt({ at, latitude, longitude, speed, ignition }: ReportColumns, index: number): LegEnd {
  const kmh = speed[index] ?? NaN;
  const bit = ignition[index] ?? 2;
  return {
    at: at[index] ?? NaN,
    latitude: latitude[index] ?? NaN,
    longitude: longitude[index] ?? NaN,
    speed: Number.isNaN(kmh) ? null : kmh,
    ignition: bit === 2 ? null : bit === 1,
  };
}

/** How often the device of a track usually reports, learned from the track itself. */
export function usualIntervalsOf(columns: ReportColumns, movingSpeed: number): UsualIntervals {
  const driven: number[] = [];
  const moved: number[] = [];
  const still: number[] = [];
  for (let index = 0; index + 1 < columns.at.length; index++) {
    const from = endAt(columns, index);
    const to = endAt(columns, index + 1);
    const interval = to.at - from.at;
    const isMoved = legKindOf(from, to, movingSpeed) === 'moving';
    const isStill = (end: LegEnd): boolean => end.speed !== null && !isMoving(end, movingSpeed);
    if (!isMoved) still.push(interval);
    else moved.push(interval);
    if (isMoved && !isStill(from) && !isStill(to)) driven.push(interval);
  }
  // A vehicle that is found elsewhere may have been out of reach meanwhile: that tells less.
  return { moving: usualOf(driven) ?? usualOf(moved), still: usualOf(still) };
}

/**
 * How long a leg may be before it is a gap, milliseconds: longer than the profile's limit and than
 * two and a half of the usual intervals. A parked vehicle that is found where it was has stood
 * there, up to the time after which a parked one is silent.
 */
export function gapLimitOf(kind: LegKind, usual: UsualIntervals, limits: TimeLimits): number {
  const own = kind === 'moving' ? usual.moving : usual.still;
  const least = kind === 'parked' ? Math.max(limits.gap, limits.parkedLate) : limits.gap;
  return Math.max(least, SILENT_INTERVALS * (own ?? 0));
}

/**
 * The share of a leg that counts in distances and driving times, 0 to 1: all of it up to the
 * limit of a gap, nothing from e times that limit on, and in between ever less of it, so that a
 * second more never takes away more way or driving time than a second of that leg holds.
 * @param duration of the leg, in the unit of the limit
 */
export function knownShare(duration: number, limit: number): number {
  if (duration <= limit) return 1;
  return Math.max(0, 1 - Math.log(duration / limit));
}

/** A leg as its figures need it. */
export interface Leg {
  /** Milliseconds. */
  duration: number;
  meters: number;
}

/**
 * The share of a leg that counts in figures: {@link knownShare}, and nothing where no vehicle is
 * fast enough for it.
 */
export function countedShare({ duration, meters }: Leg, limit: number): number {
  return isPossibleLeg(meters, duration) ? knownShare(duration, limit) : 0;
}

/** The shortest stay that is a stop, milliseconds. @param usual interval of the moving vehicle */
export function shortestStopOf(usual: UsualIntervals): number {
  return Math.max(SHORTEST_STOP, (usual.moving ?? 0) / 2);
}

/**
 * The ages up to which a fix is live, and up to which it is late, milliseconds; silent beyond. A
 * device that usually reports more rarely than the profile expects has longer ones.
 * @param usual the device's interval for what the vehicle does; null while unknown
 */
export function ageLimitsOf(
  isParked: boolean,
  usual: number | null,
  limits: Omit<TimeLimits, 'gap'>,
): { live: number; late: number } {
  const late = isParked ? Math.max(limits.parkedLate, limits.late) : limits.late;
  return {
    live: Math.max(limits.live, LATE_INTERVALS * (usual ?? 0)),
    late: Math.max(late, SILENT_INTERVALS * (usual ?? 0)),
  };
}

/**
 * The age from which a device counts as silent, milliseconds, where a person wants to be told
 * after a time of their own: never less than its usual interval explains. A device of which
 * nothing is known yet is given the time of the profile.
 * @param wanted milliseconds; null for the time of the profile
 */
export function silentAfter(
  wanted: number | null,
  isParked: boolean,
  usual: number | null,
  limits: Omit<TimeLimits, 'gap'>,
): number {
  const { late } = ageLimitsOf(isParked, usual, limits);
  if (wanted === null) return late;
  return Math.max(wanted, usual === null ? late : SILENT_INTERVALS * usual);
}
