/** Length and number of the stretches of time that are counted together. */
const BUCKET = 5_000;
const BUCKETS = 36;
/** A pace is told from so much time and so many looks on. */
const LEAST_SPAN = 15_000;
const LEAST_LOOKS = 3;

/**
 * Measures what the live lane really gets, over the last three minutes, in looks a millisecond.
 * Times are of the monotonic clock.
 */
export class PaceMeter {
  readonly #all = new Float64Array(BUCKETS);
  /** Those that brought a position; the others ask which device it comes from. */
  readonly #fixes = new Float64Array(BUCKETS);
  #newest = -1;
  #since: number | null = null;

  /** One look. */
  count(now: number, isFix: boolean): void {
    this.#since ??= now;
    const place = this.#advance(now);
    this.#all[place] = (this.#all[place] ?? 0) + 1;
    if (isFix) this.#fixes[place] = (this.#fixes[place] ?? 0) + 1;
  }

  /** Forgets everything, as after a pause that would count as slowness. */
  reset(): void {
    this.#all.fill(0);
    this.#fixes.fill(0);
    this.#newest = -1;
    this.#since = null;
  }

  /** Looks a millisecond, or null while there were too few to tell. */
  rate(now: number): number | null {
    return this.#rateOf(this.#all, now);
  }

  /** Looks a millisecond that brought a position, or null while there were too few to tell. */
  fixRate(now: number): number | null {
    return this.#rateOf(this.#fixes, now);
  }

  #rateOf(counts: Float64Array, now: number): number | null {
    const span = this.#span(now);
    this.#advance(now);
    const looks = counts.reduce((total, count) => total + count, 0);
    return span < LEAST_SPAN || looks < LEAST_LOOKS ? null : looks / span;
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
      this.#fixes[bucket % BUCKETS] = 0;
    }
    this.#newest = Math.max(this.#newest, current);
    return this.#newest % BUCKETS;
  }
}
