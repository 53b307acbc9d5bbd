const WINDOW_MS = 60_000;

/**
 * Allows so many requests in any 60 seconds for each public key. Refused requests are not held
 * against a client, but they are seen: `most` counts every arrival.
 */
export class RateWindow {
  readonly #admitted = new Map<string, number[]>();
  #arrivals: number[] = [];
  #most = 0;

  constructor(readonly now: () => number) {}

  /** The most requests, refused ones included, that any 60 seconds have seen. */
  get most(): number {
    return this.#most;
  }

  /** 0 when a request may pass, else the seconds until one may. */
  admit(key: string, perMinute: number): number {
    const now = this.now();
    this.#arrivals = this.#arrivals.filter((time) => now - time < WINDOW_MS);
    this.#arrivals.push(now);
    this.#most = Math.max(this.#most, this.#arrivals.length);
    const recent = (this.#admitted.get(key) ?? []).filter((time) => now - time < WINDOW_MS);
    this.#forgetQuietKeys(now);
    if (recent.length < perMinute) {
      recent.push(now);
      this.#admitted.set(key, recent);
      return 0;
    }
    this.#admitted.set(key, recent);
    const frees = recent[recent.length - perMinute] ?? now;
    return Math.max(1, Math.ceil((frees + WINDOW_MS - now) / 1000));
  }

  clear(): void {
    this.#admitted.clear();
    this.#arrivals = [];
    this.#most = 0;
  }

  #forgetQuietKeys(now: number): void {
    if (this.#admitted.size < 1000) return;
    for (const [key, times] of this.#admitted) {
      if (times.every((time) => now - time >= WINDOW_MS)) this.#admitted.delete(key);
    }
  }
}
