import type { Clock } from '../ports/clock';

/** A time in which the app saw nothing. */
export interface Outage {
  readonly id: string;
  /** When looks were answered again, epoch milliseconds. */
  readonly endedAt: number;
}

/** Without an answer for longer the app was away: asleep, not running, or without a connection. */
const AWAY_AFTER = 15 * 60_000;
/** A connection that was known to be down for longer is an outage. */
const DOWN_AFTER = 60_000;

/**
 * Knows when the app saw nothing: what happened before it looked again is announced in one summary.
 * Times between looks of one run are those of the monotonic clock, so that a wall clock that is
 * set makes no outage.
 */
export class Outages {
  readonly #clock: Clock;
  /** When the look before was answered: in this run, or by the wall clock in the one before. */
  #lastLook: number | null = null;
  #lastKept: number | null = null;
  #downSince: number | null = null;
  #last: Outage | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When an earlier run looked last, epoch milliseconds. */
  recall(lookedAt: number): void {
    this.#lastKept = Math.max(lookedAt, this.#lastKept ?? -Infinity);
  }

  /** The connection is down, or up again. */
  setDown(isDown: boolean): void {
    if (isDown) {
      this.#downSince ??= this.#clock.monotonic();
      return;
    }
    if (this.#downSince === null) return;
    const lasted = this.#clock.monotonic() - this.#downSince;
    this.#downSince = null;
    if (lasted >= DOWN_AFTER) this.#note();
  }

  /** A look was answered; true where the app had been away before it. */
  look(): boolean {
    const now = this.#clock.monotonic();
    const wall = this.#clock.now();
    const kept = this.#lastKept;
    const wasAway =
      this.#lastLook === null
        ? kept !== null && (wall < kept || wall - kept >= AWAY_AFTER)
        : now - this.#lastLook >= AWAY_AFTER;
    this.#lastLook = now;
    if (wasAway) this.#note();
    return wasAway;
  }

  /** The outage before whose end a moment is; null for none. @param at epoch milliseconds */
  before(at: number): Outage | null {
    return this.#last !== null && at < this.#last.endedAt ? this.#last : null;
  }

  #note(): void {
    const endedAt = this.#clock.now();
    this.#last = { id: `outage ${String(endedAt)}`, endedAt };
  }
}
