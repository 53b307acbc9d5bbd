/** Length and number of the stretches of time that are counted together. */
const BUCKET = 5_000;
const BUCKETS = 36;
/** A pace is told from so much time and so many looks on. */
const LEAST_SPAN = 15_000;
const LEAST_LOOKS = 3;

/**
 * Measures what the live lane really gets, over the last three minutes: looks a millisecond, and
 * the time in which all vehicles on screen come round. Times are of the monotonic clock.
 */
export class PaceMeter {
  readonly #all = new Float64Array(BUCKETS);
  readonly #onScreen = new Float64Array(BUCKETS);
  /** Vehicles on screen times milliseconds: what a changed view held before counts for as long. */
  readonly #exposure = new Float64Array(BUCKETS);
  #shown = 0;
  #exposedAt: number | null = null;
  #newest = -1;
  #since: number | null = null;

  /** So many vehicles are on screen from now on, less those looked at for another reason. */
  show(now: number, vehicles: number): void {
    this.#expose(now);
    this.#shown = vehicles;
  }

  /** One look. `isOnScreen` leaves out those that are looked at more often for another reason. */
  count(now: number, isOnScreen: boolean): void {
    this.#since ??= now;
    const place = this.#expose(now);
    this.#all[place] = (this.#all[place] ?? 0) + 1;
    if (isOnScreen) this.#onScreen[place] = (this.#onScreen[place] ?? 0) + 1;
  }

  /** Forgets everything, as after a pause that would count as slowness. */
  reset(): void {
    this.#all.fill(0);
    this.#onScreen.fill(0);
    this.#exposure.fill(0);
    this.#exposedAt = null;
    this.#newest = -1;
    this.#since = null;
  }

  /** Looks a millisecond, or null while there were too few to tell. */
  rate(now: number): number | null {
    const span = this.#span(now);
    this.#advance(now);
    const looks = sum(this.#all);
    return span < LEAST_SPAN || looks < LEAST_LOOKS ? null : looks / span;
  }

  /** Seconds in which the vehicles on screen are all looked at once, or null while unknown. */
  onScreenSeconds(now: number): number | null {
    const span = this.#span(now);
    this.#expose(now);
    const looks = sum(this.#onScreen);
    if (this.#shown === 0 || span < LEAST_SPAN || looks < LEAST_LOOKS) return null;
    const seconds = sum(this.#exposure) / looks / 1000;
    // Nobody reads more than that out of "about", and a steady number does not flicker.
    return seconds < 30 ? Math.max(1, Math.round(seconds)) : Math.round(seconds / 5) * 5;
  }

  /**
   * Counts what was on screen since the last time, at most as far back as is counted at all;
   * answers the place of the current bucket.
   */
  #expose(now: number): number {
    const place = this.#advance(now);
    const elapsed = Math.min(now - (this.#exposedAt ?? now), BUCKET * BUCKETS);
    this.#exposure[place] = (this.#exposure[place] ?? 0) + elapsed * this.#shown;
    this.#exposedAt = now;
    return place;
  }

  #span(now: number): number {
    const oldest = (Math.floor(now / BUCKET) - BUCKETS + 1) * BUCKET;
    return this.#since === null ? 0 : now - Math.max(this.#since, oldest);
  }

  /** Empties the buckets that time has passed over; answers the place of the current one. */
  #advance(now: number): number {
    const current = Math.floor(now / BUCKET);
    const from = Math.max(this.#newest + 1, current - BUCKETS + 1);
    for (let bucket = from; bucket <= current; bucket++) {
      this.#all[bucket % BUCKETS] = 0;
      this.#onScreen[bucket % BUCKETS] = 0;
      this.#exposure[bucket % BUCKETS] = 0;
    }
    this.#newest = Math.max(this.#newest, current);
    return this.#newest % BUCKETS;
  }
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0);
}
