import type { Clock } from '../ports/clock';
import { Claims, type ClaimsOptions } from './claims';
import type { Claim, FreshnessScheduler } from './freshness-scheduler';
import { crowdFactors, type Crowd } from './interest';
import type { Terms } from './settled-pace';

/** What keeps the schedule up with the claims. */
export interface ScheduledClaimsOptions extends ClaimsOptions {
  clock: Clock;
  scheduler: FreshnessScheduler;
  /** The last of the claims that were renewed in slices is. */
  onRenewed: () => void;
}

/** Claims that are renewed in one go: a few milliseconds' worth. */
const SLICE = 500;

/**
 * Keeps the schedule up with how much each vehicle matters. Where a view of a large fleet changes,
 * claims are renewed in slices, so that nothing else waits for tens of thousands of them.
 */
export class ScheduledClaims {
  readonly #options: ScheduledClaimsOptions;
  readonly #claims: Claims;
  readonly #waiting = new Set<string>();
  #cancel: (() => void) | null = null;

  constructor(options: ScheduledClaimsOptions) {
    this.#options = options;
    this.#claims = new Claims(options);
  }

  /** Whether claims wait to be renewed. */
  get isUnderWay(): boolean {
    return this.#waiting.size > 0;
  }

  /** Terms of the whole fleet as they are once every vehicle has been seen. */
  settledTerms(): Terms {
    return this.#claims.settledTerms();
  }

  /** Vehicles to watch, shown or not; answers those for which that may make a difference. */
  pin(vehicleIds: Iterable<string>): string[] {
    return this.#claims.pin(vehicleIds);
  }

  /** Vehicles under an alert, or about to give one; answers those for which that is new. */
  setOnAlert(vehicleIds: Iterable<string>): string[] {
    return this.#claims.setOnAlert(vehicleIds);
  }

  /** How many vehicles are on alert, and what they take more because of that, at a rate of looks. */
  alertCost(rate: number): { vehicles: number; looks: number } {
    const { scheduler } = this.#options;
    const claims = this.#claims.ofAlert();
    const looks = (of: readonly Claim[]): number => scheduler.looksOf(of, rate);
    return {
      vehicles: claims.length,
      looks: looks(claims.map(({ as }) => as)) - looks(claims.map(({ otherwise }) => otherwise)),
    };
  }

  /** Takes a vehicle into the schedule. */
  add(vehicleId: string): void {
    const { scheduler, clock } = this.#options;
    scheduler.add(vehicleId, this.#claims.renew(vehicleId), clock.monotonic());
  }

  /** A vehicle is gone. */
  remove(vehicleId: string): void {
    this.#options.scheduler.remove(vehicleId);
    this.#claims.forget(vehicleId);
    this.#waiting.delete(vehicleId);
  }

  /** A vehicle matters more or less than before, or may be asked sooner or later. */
  renew(vehicleId: string): void {
    const { scheduler, vehicles, clock } = this.#options;
    this.#waiting.delete(vehicleId);
    // Attention may be on vehicles that are gone, or not yet there.
    if (vehicles.get(vehicleId) === null) return;
    scheduler.claim(vehicleId, this.#claims.renew(vehicleId), clock.monotonic());
  }

  /** The same of several: a few at once, also while many are under way; of many the first. */
  renewAll(vehicleIds: readonly string[]): void {
    if (vehicleIds.length === 0) return;
    if (vehicleIds.length <= SLICE) {
      for (const id of vehicleIds) this.renew(id);
      if (!this.isUnderWay) this.#options.onRenewed();
      return;
    }
    for (const id of vehicleIds) this.#waiting.add(id);
    if (this.#cancel === null) this.#renewSlice();
  }

  /** Crowds share what a crowd of their limit gets; their sizes may have changed. */
  weighCrowds(): void {
    const { scheduler, attention, firstRound } = this.#options;
    const onScreen = attention.onScreenOnly;
    const { unseen } = firstRound;
    const offScreen = Math.max(0, scheduler.size - onScreen - unseen);
    const factors = crowdFactors({ unseen, 'on-screen': onScreen, 'off-screen': offScreen });
    for (const crowd of Object.keys(factors) as Crowd[]) scheduler.scale(crowd, factors[crowd]);
  }

  /** Renews what still waits, at once. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    for (const id of [...this.#waiting]) this.renew(id);
  }

  #renewSlice(): void {
    this.#cancel = null;
    let left = SLICE;
    for (const id of this.#waiting) {
      if (left === 0) {
        this.#cancel = this.#options.clock.after(0, () => this.#renewSlice());
        return;
      }
      left -= 1;
      this.renew(id);
    }
    this.#options.onRenewed();
  }
}
