import type { RuleView } from '@contract/alerts';
import type { AlertRule } from '@contract/alert-rules';
import type { VehicleLabels } from '@contract/vehicle-labels';
import type { Zone } from '@contract/zones';
import type { LookPace } from './look-pace';
import { doesWatch, problemOf, vehiclesOf, watchedRule, type WatchedRule } from './watched-rules';

/** What rules are looked up in. */
export interface RuleWatchOptions {
  labels: () => VehicleLabels;
  zones: () => readonly Zone[];
  pace: LookPace;
}

/** A rule as it was looked up, without its pace. */
interface Known extends Omit<RuleView, 'checkedEvery'> {
  /** Rules of the same vehicles have the same key. */
  readonly key: string;
}

/** The rules with what they name looked up, and how well they are watched. */
export class RuleWatch {
  readonly #options: RuleWatchOptions;
  readonly #fleet = new Set<string>();
  #watched: readonly WatchedRule[] = [];
  /** What rules are about, looked up again only after a change of rules, tags, zones or the fleet. */
  #known: readonly Known[] | null = null;
  /** The vehicles of the fleet that rules watch, by their keys. */
  #members = new Map<string, Iterable<string>>();

  constructor(options: RuleWatchOptions) {
    this.#options = options;
  }

  /** Whether vehicles joined or left since {@link views} was asked last. */
  get isOther(): boolean {
    return this.#known === null;
  }

  /** A vehicle of the fleet. */
  join(vehicleId: string): void {
    if (this.#fleet.has(vehicleId)) return;
    this.#fleet.add(vehicleId);
    this.#known = null;
  }

  /** A vehicle has left the fleet. */
  leave(vehicleId: string): void {
    if (this.#fleet.delete(vehicleId)) this.#known = null;
  }

  /** Rules, zones or tags have changed. */
  renew(rules: readonly AlertRule[]): void {
    const things = { labels: this.#options.labels(), zones: this.#options.zones() };
    const sets = new Map<string, ReadonlySet<string> | null>();
    this.#watched = rules.map((rule) => {
      const key = keyOf(rule);
      const known = sets.get(key);
      const vehicles = known === undefined ? vehiclesOf(rule.vehicles, things.labels) : known;
      sets.set(key, vehicles);
      return watchedRule(rule, vehicles, things.zones);
    });
    this.#known = null;
  }

  /** Rules that watch a vehicle. */
  of(vehicleId: string): WatchedRule[] {
    return this.#watched.filter((watched) => doesWatch(watched, vehicleId));
  }

  /** Rules as screens show them. @param now of the monotonic clock */
  views(now: number): RuleView[] {
    const { pace } = this.#options;
    const known = (this.#known ??= this.#lookUp());
    const paces = new Map<string, RuleView['checkedEvery']>();
    return known.map(({ key, ...view }) => {
      const checkedEvery = paces.has(key)
        ? (paces.get(key) ?? null)
        : pace.among(this.#members.get(key) ?? [], now);
      paces.set(key, checkedEvery);
      return { ...view, checkedEvery };
    });
  }

  #lookUp(): Known[] {
    const labels = this.#options.labels();
    const fleet = this.#fleet;
    // Before the fleet has come in, nobody knows that a vehicle is gone.
    const isThere = fleet.size === 0 ? () => true : (id: string) => fleet.has(id);
    const members = new Map<string, string[] | Set<string>>();
    this.#members = members;
    return this.#watched.map((watched) => {
      const { rule, vehicles } = watched;
      const key = keyOf(rule);
      const those =
        members.get(key) ??
        (vehicles === null ? fleet : [...vehicles].filter((id) => fleet.has(id)));
      members.set(key, those);
      const count = those instanceof Set ? those.size : those.length;
      return { key, rule, problem: problemOf(watched, labels, isThere), vehicles: count };
    });
  }
}

function keyOf({ vehicles }: AlertRule): string {
  return JSON.stringify(vehicles);
}
