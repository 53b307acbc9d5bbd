import type { RuleView } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { VehicleLabels } from '@contract/vehicle-labels';
import type { Zone } from '@contract/zones';
import type { LookPace } from './look-pace';
import { doesWatch, problemOf, watchedRule, type WatchedRule } from './watched-rules';

/** What rules are looked up in. */
export interface RuleWatchOptions {
  labels: () => VehicleLabels;
  zones: () => readonly Zone[];
  /** Vehicles of the fleet. */
  vehicleIds: () => Iterable<string>;
  isVehicle: (id: string) => boolean;
  pace: LookPace;
}

/** The rules with what they name looked up, and how well they are watched. */
export class RuleWatch {
  readonly #options: RuleWatchOptions;
  #watched: readonly WatchedRule[] = [];

  constructor(options: RuleWatchOptions) {
    this.#options = options;
  }

  /** Rules, zones, tags or the fleet have changed. */
  renew(rules: readonly AlertRule[]): void {
    const { labels, zones } = this.#options;
    const things = { labels: labels(), zones: zones() };
    this.#watched = rules.map((rule) => watchedRule(rule, things));
  }

  /** Rules that watch a vehicle. */
  of(vehicleId: string): WatchedRule[] {
    return this.#watched.filter((watched) => doesWatch(watched, vehicleId));
  }

  /** Rules as screens show them. @param now of the monotonic clock */
  views(now: number): RuleView[] {
    const { pace, vehicleIds, isVehicle, labels } = this.#options;
    const fleet = [...vehicleIds()];
    return this.#watched.map((watched) => {
      const { rule, vehicles } = watched;
      const ids = vehicles === null ? fleet : [...vehicles].filter(isVehicle);
      // Before the fleet has come in, nobody knows that a vehicle is gone.
      const isThere = fleet.length === 0 ? () => true : isVehicle;
      const problem = problemOf(watched, labels(), isThere);
      return { rule, problem, vehicles: ids.length, checkedEvery: pace.among(ids, now) };
    });
  }
}
