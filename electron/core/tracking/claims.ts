import type { AttentionBook } from './attention-book';
import type { FirstRound } from './first-round';
import type { Claim } from './freshness-scheduler';
import { crowdFactors, weigh, type Crowd } from './interest';
import type { LiveVehicles } from './live-vehicles';
import { spacingOf } from './look-spacing';
import type { Terms } from './settled-pace';
import { TermTally, type TermCell } from './term-tally';

/** What claims follow from. */
export interface ClaimsOptions {
  attention: AttentionBook;
  vehicles: LiveVehicles;
  firstRound: FirstRound;
}

/** How much each vehicle matters to somebody, and how often asking about it makes sense. */
export class Claims {
  readonly #options: ClaimsOptions;
  #pinned: ReadonlySet<string> = new Set();
  #onAlert: ReadonlySet<string> = new Set();
  /** Vehicles as they count once every one has been seen, kept up with each claim. */
  readonly #settled = new TermTally();
  readonly #cells = new Map<string, TermCell>();

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Vehicles to watch, shown or not; answers those for which that may make a difference. */
  pin(vehicleIds: Iterable<string>): string[] {
    const before = this.#pinned;
    this.#pinned = new Set(vehicleIds);
    return [...before, ...this.#pinned];
  }

  /** Vehicles under an alert, or about to give one; answers those for which that is new. */
  setOnAlert(vehicleIds: Iterable<string>): string[] {
    const before = this.#onAlert;
    const after = new Set(vehicleIds);
    this.#onAlert = after;
    return [...before, ...after].filter((id) => before.has(id) !== after.has(id));
  }

  /** Claims of the vehicles on alert: as they are, and as they would be otherwise. */
  ofAlert(): { as: Claim; otherwise: Claim & { group: Crowd } }[] {
    return [...this.#onAlert]
      .filter((id) => this.#options.vehicles.get(id) !== null)
      .map((id) => ({ as: this.#claim(id, false), otherwise: this.#claim(id, false, false) }));
  }

  /** A vehicle's claim as it is now, which the settled terms take over. */
  renew(vehicleId: string): Claim {
    const { attention, firstRound } = this.#options;
    const { group, weight, interval } = this.#claim(vehicleId, false);
    const cell = this.#settled.add({ group, root: Math.sqrt(weight), interval });
    const before = this.#cells.get(vehicleId);
    if (before !== undefined) this.#settled.remove(before);
    if (before !== cell) this.#cells.set(vehicleId, cell);
    const isShown = attention.isOnScreenOnly(vehicleId);
    if (!firstRound.isUnseen(vehicleId)) return { group, weight, interval, isShown };
    return { ...this.#claim(vehicleId, true), isShown };
  }

  /** A vehicle is gone. */
  forget(vehicleId: string): void {
    const cell = this.#cells.get(vehicleId);
    if (cell === undefined) return;
    this.#settled.remove(cell);
    this.#cells.delete(vehicleId);
  }

  /** Terms of the whole fleet as they are once every vehicle has been seen. */
  settledTerms(): Terms {
    const onScreen = this.#options.attention.onScreenOnly;
    const offScreen = Math.max(0, this.#cells.size - onScreen);
    const factors = crowdFactors({ unseen: 0, 'on-screen': onScreen, 'off-screen': offScreen });
    return this.#settled.terms((group) => factors[group as Crowd]);
  }

  #claim(
    vehicleId: string,
    unseen: boolean,
    onAlert = this.#onAlert.has(vehicleId),
  ): Claim & { group: Crowd } {
    const { attention, vehicles } = this.#options;
    const gaze = attention.of(vehicleId);
    const live = vehicles.get(vehicleId);
    const moving = live?.motion === 'moving';
    const pinned = this.#pinned.has(vehicleId);
    const { group, weight } = weigh({ ...gaze, moving, unseen, pinned, onAlert });
    const isWatched = gaze.selected || gaze.followed || onAlert;
    const interval = spacingOf(live, isWatched, vehicles.intervalOf(vehicleId));
    return { group, weight, interval };
  }
}
