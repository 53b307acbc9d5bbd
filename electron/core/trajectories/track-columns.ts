import { trackFlags, type Gap, type TrackColumns } from '@contract/trajectories';
import type { Positions } from './position-buffer';
import { bearingBetween, distanceBetween } from './sphere';

/** Below it two fixes lie too close together for a direction, metres. */
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

/** Stretches without a fix longer than the limit. @param limit milliseconds */
export function findGaps({ at }: TrackColumns, limit: number): Gap[] {
  const gaps: Gap[] = [];
  for (let index = 0; index + 1 < at.length; index++) {
    const from = at[index] ?? 0;
    const to = at[index + 1] ?? 0;
    if (to - from > limit) gaps.push({ index, from, to });
  }
  return gaps;
}

/**
 * Metres from the first fix to each one, along the track; nothing is added across a gap, where
 * the way is not known.
 */
export function measureDistances(columns: TrackColumns, gaps: readonly Gap[]): Float64Array {
  const { latitude, longitude } = columns;
  const gapAt = new Set(gaps.map(({ index }) => index));
  const distances = new Float64Array(latitude.length);
  for (let index = 1; index < distances.length; index++) {
    const before = index - 1;
    const leg = gapAt.has(before)
      ? 0
      : distanceBetween(
          latitude[before] ?? 0,
          longitude[before] ?? 0,
          latitude[index] ?? 0,
          longitude[index] ?? 0,
        );
    distances[index] = (distances[before] ?? 0) + leg;
  }
  return distances;
}

/**
 * Computes speeds and headings where the service told none, and flags them. A speed is that of
 * the way from the fix before (to the next one, for the first after a gap); a heading is the
 * direction to the next fix, or the one before where the vehicle stands.
 */
export function fillColumns(
  columns: TrackColumns,
  gaps: readonly Gap[],
  distances: Float64Array,
): void {
  const { at, speed, heading, flags, latitude, longitude } = columns;
  const gapAt = new Set(gaps.map(({ index }) => index));
  const speedOf = (from: number): number => {
    const metres = (distances[from + 1] ?? 0) - (distances[from] ?? 0);
    const seconds = ((at[from + 1] ?? 0) - (at[from] ?? 0)) / 1000;
    return (metres / seconds) * 3.6;
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
