import { distanceBetween } from './sphere';
import type { Place } from './longitudes';

/** The fastest that any vehicle is believed to be, told or computed, km/h. */
export const MOST_SPEED = 400;

/** A speed in km/h, or null where none was told or no vehicle is as fast. */
export function believedSpeed(speed: number | null | undefined): number | null {
  return speed !== null && speed !== undefined && speed <= MOST_SPEED ? speed : null;
}

/** Receivers wander by this much, so that it says nothing of a speed, meters. */
const WANDERING = 200;

/** A place at a time. */
export interface Sighting extends Place {
  /** Epoch milliseconds. */
  at: number;
}

/** Sightings as columns of one length, sorted by time. */
export interface SightingColumns {
  /** Epoch milliseconds. */
  at: ArrayLike<number>;
  /** Degrees. */
  latitude: ArrayLike<number>;
  /** Degrees. */
  longitude: ArrayLike<number>;
}

/** Fixes at an end of a track that are left out at most: a second one there confirms the first. */
const MOST_AT_END = 1;
/** Runs that are looked back over: a receiver that jumps more often tells nothing anyway. */
const MOST_LOOKED_BACK = 64;

/**
 * Whether a vehicle can get from one place to the other in that time, which may be negative.
 * @param duration milliseconds
 * @param meters between the places
 */
export function isPossibleLeg(meters: number, duration: number): boolean {
  return meters <= WANDERING + (MOST_SPEED / 3600) * Math.abs(duration);
}

/** Whether one vehicle can have been at both. */
export function isReachable(from: Sighting, to: Sighting): boolean {
  const meters = distanceBetween(from.latitude, from.longitude, to.latitude, to.longitude);
  return isPossibleLeg(meters, to.at - from.at);
}

/**
 * Indices of fixes that can't be true: no vehicle gets there from the fixes before and on to the
 * fixes after. A few in a row are found as well as one; of two parts that contradict each other
 * the one with more fixes is believed, and where neither is followed by a way back, both are kept.
 */
export function findImplausible(columns: SightingColumns): number[] {
  const runs = splitRuns(columns);
  if (runs.length < 2) return [];
  const believed = believedRuns(runs, columns);
  const first = believed.indexOf(true);
  const last = believed.lastIndexOf(true);
  const before = countFixes(runs, 0, first);
  const after = countFixes(runs, last + 1, runs.length);
  return runs.flatMap(({ from, end }, index) => {
    if (believed[index]) return [];
    if (index < first && before > MOST_AT_END) return [];
    if (index > last && after > MOST_AT_END) return [];
    // One against one, as where a track has two fixes alone: nothing tells which is right.
    const weight = countFixes(runs, first, last + 1);
    if ((index < first || index > last) && weight <= end - from) return [];
    return Array.from({ length: end - from }, (_, offset) => from + offset);
  });
}

/** Fixes in a row of which each can be reached from the one before. */
interface Run {
  from: number;
  /** Exclusive. */
  end: number;
}

function splitRuns(columns: SightingColumns): Run[] {
  const runs: Run[] = [];
  const count = columns.at.length;
  let from = 0;
  for (let index = 1; index <= count; index++) {
    if (index < count && isLeg(columns, index - 1, index)) continue;
    runs.push({ from, end: index });
    from = index;
  }
  return runs;
}

/** The runs of one possible way through the track that holds most fixes. */
function believedRuns(runs: readonly Run[], columns: SightingColumns): boolean[] {
  const weights: number[] = [];
  const previous: number[] = [];
  let best = 0;
  runs.forEach((run, index) => {
    let most = 0;
    let from = -1;
    for (let other = index - 2; other >= 0 && index - other <= MOST_LOOKED_BACK; other--) {
      const weight = weights[other] ?? 0;
      if (weight <= most || !isLeg(columns, (runs[other]?.end ?? 0) - 1, run.from)) continue;
      most = weight;
      from = other;
    }
    weights.push(most + run.end - run.from);
    previous.push(from);
    if ((weights[index] ?? 0) > (weights[best] ?? 0)) best = index;
  });
  const believed = runs.map(() => false);
  for (let index = best; index >= 0; index = previous[index] ?? -1) believed[index] = true;
  return believed;
}

function countFixes(runs: readonly Run[], from: number, end: number): number {
  return runs.slice(from, end).reduce((sum, run) => sum + run.end - run.from, 0);
}

function isLeg({ at, latitude, longitude }: SightingColumns, from: number, to: number): boolean {
  const meters = distanceBetween(
    latitude[from] ?? 0,
    longitude[from] ?? 0,
    latitude[to] ?? 0,
    longitude[to] ?? 0,
  );
  return isPossibleLeg(meters, (at[to] ?? 0) - (at[from] ?? 0));
}
