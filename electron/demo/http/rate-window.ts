const WINDOW_MS = 60_000;

/** Moments in order, of which only those of the last 60 seconds count. */
class RecentMoments {
  readonly #moments: number[] = [];
  #first = 0;

  /** How many there are at a moment, after forgetting the older ones. */
  countAt(now: number): number {
    while (this.#first < this.#moments.length && now - this.#at(this.#first) >= WINDOW_MS) {
      this.#first += 1;
    }
    if (this.#first > 1024) {
      this.#moments.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#moments.length - this.#first;
  }

  add(moment: number): void {
    this.#moments.push(moment);
  }

  /** The moment that is the last but `count` ones. */
  fromEnd(count: number): number {
    return this.#at(this.#moments.length - count);
  }

  #at(index: number): number {
    return this.#moments[index] ?? 0;
  }
}

const MOST_KEYS = 1000;

/**
 * Allows so many requests in any 60 seconds for each public key. Refused requests are not held
 * against a client, but they are seen: `most` counts every arrival.
 */
export class RateWindow {
  readonly #admitted = new Map<string, RecentMoments>();
  #arrivals = new RecentMoments();
  #most = 0;

  constructor(readonly now: () => number) {}

  /** The most requests, refused ones included, that any 60 seconds have seen. */
  get most(): number {
    return this.#most;
  }

  /** 0 when a request may pass, else the seconds until one may. */
  admit(key: string, perMinute: number): number {
    const now = this.now();
    this.#arrivals.add(now);
    this.#most = Math.max(this.#most, this.#arrivals.countAt(now));
    const recent = this.#admitted.get(key) ?? this.#newKey(key, now);
    if (recent.countAt(now) < perMinute) {
      recent.add(now);
      return 0;
    }
    const frees = recent.fromEnd(perMinute);
    return Math.max(1, Math.ceil((frees + WINDOW_MS - now) / 1000));
  }

  clear(): void {
    this.#admitted.clear();
    this.#arrivals = new RecentMoments();
    this.#most = 0;
  }

  /** Anybody can invent public keys; those that went quiet are forgotten. */
  #newKey(key: string, now: number): RecentMoments {
    if (this.#admitted.size >= MOST_KEYS) {
      for (const [known, moments] of this.#admitted) {
        if (moments.countAt(now) === 0) this.#admitted.delete(known);
      }
    }
    const fresh = new RecentMoments();
    this.#admitted.set(key, fresh);
    return fresh;
  }
}
