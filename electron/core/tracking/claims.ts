import type { AttentionBook } from './attention-book';
import type { FirstRound } from './first-round';
import type { Claim } from './freshness-scheduler';
import { crowdFactors, weigh, type Crowd } from './interest';
import type { LiveVehicles } from './live-vehicles';
import { spacingOf } from './look-spacing';
import type { Terms } from './settled-pace';

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

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Vehicles to watch, shown or not; answers those for which that may make a difference. */
  pin(vehicleIds: Iterable<string>): string[] {
    const before = this.#pinned;
    this.#pinned = new Set(vehicleIds);
    return [...before, ...this.#pinned];
  }

  /** A vehicle's claim as it stands. */
  of(vehicleId: string): Claim {
    return this.#claim(vehicleId, this.#options.firstRound.isUnseen(vehicleId));
  }

  /** Terms of the whole fleet as they stand once every vehicle has been seen. */
  settledTerms(): Terms {
    const { attention, vehicles } = this.#options;
    const fleet = vehicles.all();
    const onScreen = attention.onScreenOnly;
    const offScreen = Math.max(0, fleet.length - onScreen);
    const factors = crowdFactors({ unseen: 0, 'on-screen': onScreen, 'off-screen': offScreen });
    const roots = new Float64Array(fleet.length);
    const intervals = new Float64Array(fleet.length);
    fleet.forEach(({ vehicleId }, index) => {
      const { weight, group, interval } = this.#claim(vehicleId, false);
      roots[index] = Math.sqrt(weight) * factors[group];
      intervals[index] = interval;
    });
    return { roots, intervals };
  }

  #claim(vehicleId: string, unseen: boolean): Claim & { group: Crowd } {
    const { attention, vehicles } = this.#options;
    const gaze = attention.of(vehicleId);
    const live = vehicles.get(vehicleId);
    const moving = live?.motion === 'moving';
    const pinned = this.#pinned.has(vehicleId);
    const { group, weight } = weigh({ ...gaze, moving, unseen, pinned });
    const isWatched = gaze.selected || gaze.followed;
    const interval = spacingOf(live, isWatched, vehicles.intervalOf(vehicleId));
    return { group, weight, interval };
  }
}
