import {
  countedShare,
  gapLimitOf,
  legKindAt,
  type TimeLimits,
  type UsualIntervals,
} from '@contract/rules/intervals';
import { findImplausible, MOST_SPEED } from '@contract/rules/plausibility';
import { bearingBetween, distanceBetween } from '@contract/rules/sphere';
import {
  trackFlags,
  type Gap,
  type ImplausibleFix,
  type TrackColumns,
} from '@contract/trajectories';
import type { Positions } from '../service/decoders/position-buffer';

/** Below it two fixes lie too close together for a direction, meters. */
const HEADING_DISTANCE = 3;

/** What of the positions belongs to the day. */
export interface SortedColumns {
  columns: TrackColumns;
  /** Times of positions on another day, epoch milliseconds, in order. */
  outside: number[];
}

/**
 * Positions as a track's columns: by time, each time once, those of the day alone. Answers are
 * nearly always sorted one way or the other, so a day costs one pass and sorts only where it must.
 * @param from start of the day, epoch milliseconds
 * @param to start of the next day
 */
export function sortPositions(positions: Positions, from: number, to: number): SortedColumns {
  const order = orderByTime(positions);
  let count = 0;
  const outside: number[] = [];
  let last = NaN;
  for (const place of order) {
    const at = positions.at[place] ?? NaN;
    if (at === last) continue;
    last = at;
    if (at < from || at >= to) outside.push(at);
    else order[count++] = place;
  }
  const kept = order.subarray(0, count);
  const pick = <T extends Float64Array | Float32Array | Uint8Array>(target: T, source: T): T => {
    for (let index = 0; index < count; index++) target[index] = source[kept[index] ?? 0] ?? NaN;
    return target;
  };
  const columns: TrackColumns = {
    at: pick(new Float64Array(count), positions.at),
    latitude: pick(new Float64Array(count), positions.latitude),
    longitude: pick(new Float64Array(count), positions.longitude),
    speed: pick(new Float32Array(count), positions.speed),
    heading: pick(new Float32Array(count), positions.heading),
    ignition: pick(new Uint8Array(count), positions.ignition),
    flags: new Uint8Array(count),
  };
  return { columns, outside };
}

function orderByTime({ at, count }: Positions): Uint32Array {
  const order = new Uint32Array(count);
  let isRising = true;
  let isFalling = true;
  for (let index = 0; index < count; index++) {
    order[index] = index;
    if (index === 0) continue;
    const step = (at[index] ?? 0) - (at[index - 1] ?? 0);
    if (step < 0) isRising = false;
    if (step >= 0) isFalling = false;
  }
  if (isRising) return order;
  if (isFalling) return order.reverse();
  // Equal times keep the order in which they came, so that the first one told wins.
  return order.sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b);
}

/** A track's fixes without those that can't be true, and these for themselves. */
export function partImplausible(columns: TrackColumns): {
  columns: TrackColumns;
  implausible: ImplausibleFix[];
} {
  // What no vehicle drives is no speed, told or computed.
  columns.speed.forEach((speed, index) => {
    if (speed > MOST_SPEED) columns.speed[index] = NaN;
  });
  const places = findImplausible(columns);
  if (places.length === 0) return { columns, implausible: [] };
  const left = new Set(places);
  const keep = <T extends Float64Array | Float32Array | Uint8Array>(column: T): T =>
    column.filter((_, index) => !left.has(index)) as T;
  const { at, latitude, longitude, speed, heading, ignition, flags } = columns;
  return {
    columns: {
      at: keep(at),
      latitude: keep(latitude),
      longitude: keep(longitude),
      speed: keep(speed),
      heading: keep(heading),
      ignition: keep(ignition),
      flags: keep(flags),
    },
    implausible: places.map((index) => ({
      at: at[index] ?? 0,
      latitude: latitude[index] ?? 0,
      longitude: longitude[index] ?? 0,
    })),
  };
}

/** The ways between a track's fixes: how long each may be, and how much of it counts. */
export interface Legs {
  gaps: Gap[];
  /** Meters from the first fix to each one, as far as the way is known. */
  distances: Float64Array;
  /** Milliseconds from the first fix to each one, as far as it is known what the vehicle did. */
  known: Float64Array;
}

/**
 * Measures the ways between fixes. A leg is a gap where it is longer than the device's usual
 * interval and the profile allow, or faster than any vehicle; the longer a gap, the less of it
 * counts, so that a second more changes a figure by no more than a second.
 */
export function measureLegs(
  columns: TrackColumns,
  movingSpeed: number,
  usual: UsualIntervals,
  limits: TimeLimits,
): Legs {
  const { at, latitude, longitude } = columns;
  const gaps: Gap[] = [];
  const distances = new Float64Array(at.length);
  const known = new Float64Array(at.length);
  for (let index = 0; index + 1 < at.length; index++) {
    const next = index + 1;
    const from = at[index] ?? 0;
    const to = at[next] ?? 0;
    const meters = distanceBetween(
      latitude[index] ?? 0,
      longitude[index] ?? 0,
      latitude[next] ?? 0,
      longitude[next] ?? 0,
    );
    const limit = gapLimitOf(legKindAt(columns, index, movingSpeed), usual, limits);
    const share = countedShare({ duration: to - from, meters }, limit);
    if (share < 1) gaps.push({ index, from, to });
    distances[next] = (distances[index] ?? 0) + meters * share;
    known[next] = (known[index] ?? 0) + (to - from) * share;
  }
  return { gaps, distances, known };
}

/**
 * Computes speeds and headings where the service told none, and flags them. A speed is that of
 * the way from the fix before (to the next one, for the first after a gap); a heading is the
 * direction to the next fix, or the one before where the vehicle is still.
 */
export function fillColumns(
  columns: TrackColumns,
  gaps: readonly Gap[],
  distances: Float64Array,
): void {
  const { at, speed, heading, flags, latitude, longitude } = columns;
  const gapAt = new Set(gaps.map(({ index }) => index));
  const speedOf = (from: number): number => {
    const meters = (distances[from + 1] ?? 0) - (distances[from] ?? 0);
    const seconds = ((at[from + 1] ?? 0) - (at[from] ?? 0)) / 1000;
    return (meters / seconds) * 3.6;
  };
  const isLeg = (from: number): boolean => from >= 0 && from + 1 < at.length && !gapAt.has(from);
  for (let index = 0; index < at.length; index++) {
    if (Number.isNaN(speed[index])) {
      const leg = isLeg(index - 1) ? index - 1 : index;
      if (isLeg(leg)) {
        speed[index] = speedOf(leg);
        flags[index] = (flags[index] ?? 0) | trackFlags.speedComputed;
      }
    }
    if (!Number.isNaN(heading[index])) continue;
    const moved = (distances[index + 1] ?? 0) - (distances[index] ?? 0);
    let computed = NaN;
    if (isLeg(index) && moved >= HEADING_DISTANCE) {
      computed = bearingBetween(
        latitude[index] ?? 0,
        longitude[index] ?? 0,
        latitude[index + 1] ?? 0,
        longitude[index + 1] ?? 0,
      );
    } else if (isLeg(index - 1)) {
      computed = heading[index - 1] ?? NaN;
    }
    if (Number.isNaN(computed)) continue;
    heading[index] = computed;
    flags[index] = (flags[index] ?? 0) | trackFlags.headingComputed;
  }
}

/** Index of the first fix at or after a moment; the number of fixes where there is none. */
export function indexAt(at: Float64Array, moment: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
