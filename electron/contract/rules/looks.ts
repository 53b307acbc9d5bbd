import { usualOf, type UsualIntervals } from './intervals';

/** Limits of what may be learned, milliseconds. */
export interface IntervalLimits {
  least: number;
  /** A vehicle that moves is worth asking even where its device was slow for a while. */
  mostMoving: number;
  mostStill: number;
}

/** What is known of how often a device reports, apart for driving and for standing still. */
export interface ReportingInterval {
  moving: number;
  still: number;
}

/** Two looks at one vehicle, the earlier and the later; times are epoch milliseconds. */
export interface Observation {
  /** Time of the fix that the earlier look brought. */
  before: number;
  /** Time of the fix that the later look brought. */
  after: number;
  /** When the later answer came. */
  lookedAt: number;
  /** Whether the vehicle moved, by either fix. */
  wasMoving: boolean;
  isMoving: boolean;
}

/** What a fresh fix takes off the estimate, so that it finds its way down again after a lull. */
const EASE = 0.75;

/** An interval of which nothing is known: as short as it may be. */
export function unknownInterval(limits: IntervalLimits): ReportingInterval {
  return { moving: limits.least, still: limits.least };
}

/**
 * Learns from fix times how often a device reports. A look that brings the fix known already
 * proves that the interval is at least as long as the fix is old; a newer fix proves that it is
 * no longer than the time between the two. Looks are rarer than reports for most vehicles, so
 * the difference of two fixes alone would overestimate and then keep itself true.
 */
export function learnInterval(
  known: ReportingInterval,
  seen: Observation,
  limits: IntervalLimits,
): ReportingInterval {
  const most = seen.isMoving ? limits.mostMoving : limits.mostStill;
  const clamp = (interval: number): number => Math.min(Math.max(interval, limits.least), most);
  const key = seen.isMoving ? 'moving' : 'still';
  if (seen.after <= seen.before) {
    return { ...known, [key]: clamp(Math.max(known[key], seen.lookedAt - seen.after)) };
  }
  // A vehicle that set off or came to rest says nothing about either interval.
  if (seen.wasMoving !== seen.isMoving) return known;
  return { ...known, [key]: clamp(Math.min(known[key] * EASE, seen.after - seen.before)) };
}

/** Intervals that were seen from one fix to the next, milliseconds, the newest last. */
export interface SeenIntervals {
  readonly moving: readonly number[];
  readonly still: readonly number[];
}

/** A device of which no interval was seen. */
export const NO_INTERVALS: SeenIntervals = { moving: [], still: [] };

/** Intervals that are remembered of each kind: what is usual may change. */
const REMEMBERED = 9;

/**
 * Learns from looks what is usual, for the limits of *late* and *silent*. Of a device that is
 * silent nothing is learned before it reports again, or its silence would become usual.
 * @param lastSeenAt when the earlier fix was told last, epoch milliseconds: the interval was at
 *   least that long. The time between the fixes may be many intervals, where looks are rare.
 */
export function seeInterval(
  known: SeenIntervals,
  seen: Observation,
  lastSeenAt: number,
): SeenIntervals {
  if (seen.after <= seen.before || seen.wasMoving !== seen.isMoving) return known;
  const key = seen.isMoving ? 'moving' : 'still';
  const interval = Math.max(0, Math.min(lastSeenAt, seen.after) - seen.before);
  return { ...known, [key]: [...known[key], interval].slice(-REMEMBERED) };
}

/** What is usual among the intervals that were seen. */
export function usualSeen({ moving, still }: SeenIntervals): UsualIntervals {
  return { moving: usualOf(moving), still: usualOf(still) };
}
