import type { Clock } from '../ports/clock';

/** The round comes before lists for this long at most: some vehicles never answer. */
const LONGEST = 20 * 60_000;

/** Which vehicles this run has not looked at yet, and of which nothing is known at all. */
export class FirstRound {
  readonly #clock: Clock;
  readonly #unlooked = new Set<string>();
  readonly #unseen = new Set<string>();
  #startedAt = -Infinity;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Live tracking begins. */
  start(): void {
    this.#startedAt = this.#clock.monotonic();
  }

  /** How many vehicles there are of whose position nothing is known. */
  get unseen(): number {
    return this.#unseen.size;
  }

  /** Whether nothing is known of a vehicle's position. */
  isUnseen(vehicleId: string): boolean {
    return this.#unseen.has(vehicleId);
  }

  /** A vehicle came in. @param isKnown an earlier run saw it */
  add(vehicleId: string, isKnown: boolean): void {
    this.#unlooked.add(vehicleId);
    if (!isKnown) this.#unseen.add(vehicleId);
  }

  /** An earlier run turns out to have seen it. */
  recall(vehicleId: string): void {
    this.#unseen.delete(vehicleId);
  }

  /** A vehicle was looked at; answers whether nothing was known of it before. */
  looked(vehicleId: string): boolean {
    this.#unlooked.delete(vehicleId);
    return this.#unseen.delete(vehicleId);
  }

  /** A vehicle is gone. */
  remove(vehicleId: string): void {
    this.looked(vehicleId);
  }

  /**
   * Whether vehicles are still missing on the map, or are watched and were not looked at in this
   * run: what a dispatcher who has just opened the map waits for.
   */
  isUnderWay(watched: () => Iterable<string>): boolean {
    if (this.#clock.monotonic() - this.#startedAt > LONGEST) return false;
    if (this.#unseen.size > 0) return true;
    if (this.#unlooked.size === 0) return false;
    for (const id of watched()) if (this.#unlooked.has(id)) return true;
    return false;
  }
}
