import { FreshnessScheduler, type Claim } from '@core/tracking/freshness-scheduler';
import type { Terms } from '@core/tracking/settled-pace';

/** A fleet and a lane to simulate. */
export interface Simulation {
  weights: number[];
  /** Least milliseconds between two looks at a vehicle, one a vehicle; 0 where not given. */
  intervals?: number[];
  /** Looks a millisecond. */
  rate: number;
  cap: number;
  /** Simulated milliseconds, the first tenth of which is not measured. */
  duration: number;
  /** Whether the look with this number gets no answer. */
  fails?: (look: number) => boolean;
  /** Whether another lane takes the slot with this number. */
  isTaken?: (slot: number) => boolean;
}

/** What came of it. */
export interface SimulationResult {
  /** Time average of Σ w × age, milliseconds. */
  weightedAge: number;
  /** The largest age that any vehicle reached. */
  oldest: number;
  /** Looks that came sooner than the vehicle's interval allows. */
  tooSoon: number;
  holdsCap: boolean;
  looks: string[];
}

/** Runs a scheduler on evenly spaced slots; no clock, no randomness. */
export function simulate(options: Simulation): SimulationResult {
  const { weights, intervals = [], rate, cap, duration } = options;
  const scheduler = new FreshnessScheduler({ cap, firstAge: 60_000 });
  const lookedAt = weights.map(() => 0);
  const measuredFrom = duration / 10;
  const isSeen = weights.map(() => false);
  const claims = weights.map((weight, index) => ({ weight, interval: intervals[index] ?? 0 }));
  claims.forEach((claim, index) => scheduler.add(String(index), claim, 0));
  scheduler.plan(rate);
  let sum = 0;
  let oldest = 0;
  let tooSoon = 0;
  const looks: string[] = [];
  // The area under a sawtooth tooth from its last look (or the start of measuring) to `now`.
  const account = (index: number, now: number): void => {
    const last = lookedAt[index] ?? 0;
    const from = Math.max(last, measuredFrom);
    if (now <= from) return;
    sum += ((weights[index] ?? 0) * ((now - last) ** 2 - (from - last) ** 2)) / 2;
    oldest = Math.max(oldest, now - last);
  };
  for (let look = 0, now = 0; now < duration; look++, now = look / rate) {
    const id = options.isTaken?.(look) ? null : scheduler.take(now);
    if (id === null) continue;
    if (options.fails?.(look)) {
      scheduler.giveBack(id, now, 1000);
      continue;
    }
    const index = Number(id);
    if (isSeen[index] && now - (lookedAt[index] ?? 0) < (intervals[index] ?? 0)) tooSoon++;
    account(index, now);
    lookedAt[index] = now;
    isSeen[index] = true;
    looks.push(id);
    scheduler.looked(id, now);
  }
  weights.forEach((_, index) => account(index, duration));
  return {
    weightedAge: sum / (duration - measuredFrom),
    oldest,
    tooSoon,
    holdsCap: scheduler.holdsCap(rate, () => termsOf(claims)),
    looks,
  };
}

/**
 * The least weighted age that any schedule can reach: (Σ√w)²/2R; with a cap, vehicles of little
 * weight are looked at once a cap and the others share what is left.
 */
export function bound(weights: number[], rate: number, cap = Infinity): number {
  const roots = weights.map(Math.sqrt).sort((a, b) => a - b);
  for (let capped = 0; capped <= roots.length; capped++) {
    const left = rate - capped / cap;
    const sum = roots.slice(capped).reduce((total, root) => total + root, 0);
    const level = sum / left;
    const next = roots[capped];
    if (left > 0 && (next === undefined || level / next <= cap)) {
      const forced = roots.slice(0, capped).reduce((total, root) => total + root ** 2, 0);
      return (sum * level) / 2 + (capped === 0 ? 0 : (forced * cap) / 2);
    }
  }
  return NaN;
}

/** Vehicles with these claims one by one, as the scheduler counts those that are alike. */
export function termsOf(
  claims: readonly Claim[],
  factorOf: (group: string) => number = () => 1,
): Terms {
  return {
    roots: Float64Array.from(
      claims,
      ({ weight, group = '' }) => Math.sqrt(weight) * factorOf(group),
    ),
    intervals: Float64Array.from(claims, ({ interval }) => Math.max(interval, 1)),
    counts: Float64Array.from(claims, () => 1),
  };
}
