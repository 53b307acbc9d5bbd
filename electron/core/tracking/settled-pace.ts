/** √weights and least periods of vehicles, those that are alike together; times in milliseconds. */
export interface Terms {
  readonly roots: Float64Array;
  readonly intervals: Float64Array;
  /** How many vehicles there are of each. */
  readonly counts: Float64Array;
}

const STEPS = 30;

/** How many vehicles the terms are of. */
export function vehiclesOf({ counts }: Terms): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Looks a millisecond that vehicles take whose scores settle at a level: root × period. */
export function demandAt(level: number, terms: Terms, cap: number): number {
  return terms.counts.reduce(
    (sum, count, index) => sum + count / periodAt(level, terms, index, cap),
    0,
  );
}

/**
 * The level at which so many looks a millisecond are just spent; 0 where every vehicle can be
 * looked at as often as asking makes sense.
 * @param cap the longest period, which the looks must suffice for; `Infinity` for none
 */
export function levelFor(rate: number, terms: Terms, cap: number): number {
  if (demandAt(0, terms, cap) <= rate) return 0;
  const { roots: each, counts } = terms;
  const roots = each.reduce((sum, root, index) => sum + root * (counts[index] ?? 0), 0);
  const most = each.reduce((best, root) => Math.max(best, root), 1);
  let low = 0;
  let high = cap === Infinity ? roots / rate : cap * most;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (demandAt(middle, terms, cap) > rate) low = middle;
    else high = middle;
  }
  return high;
}

/** The time from one look at a vehicle to the next, at a level. */
export function periodAt(level: number, terms: Terms, index: number, cap: number): number {
  const period = Math.min(level / (terms.roots[index] ?? 1), cap);
  return Math.max(period, terms.intervals[index] ?? 1);
}
