import type { AppError } from '@contract/errors';

const FIRST_PAUSE = 2_000;
const LAST_PAUSE = 60_000;
/** So many failures in a row, whatever their kind, are taken for a service that is down. */
const FAILURES_UNTIL_CLOSED = 5;

/**
 * Whether the live lane may send. It closes when the link is down or the session has ended, and
 * then lets one probe through at a time, at growing intervals, until one is answered. Times are
 * milliseconds of the monotonic clock.
 */
export class LaneGate {
  #closedUntil: number | null = null;
  #pause = FIRST_PAUSE;
  #isProbing = false;
  #failures = 0;

  /** Whether the lane is closed but for probes. */
  get isClosed(): boolean {
    return this.#closedUntil !== null;
  }

  /** When the next request may go: `now` or later; Infinity while a probe is under way. */
  opensAt(now: number): number {
    if (this.#isProbing) return Infinity;
    return Math.max(now, this.#closedUntil ?? now);
  }

  /** Lets one request through, or not; a request through a closed gate is the probe. */
  enter(now: number): boolean {
    if (this.opensAt(now) > now) return false;
    this.#isProbing = this.isClosed;
    return true;
  }

  /** The service answered. */
  open(): void {
    this.#closedUntil = null;
    this.#pause = FIRST_PAUSE;
    this.#isProbing = false;
    this.#failures = 0;
  }

  /** A request failed without an answer about its vehicle. */
  fail(error: AppError, now: number): void {
    this.#failures++;
    const isDown = error.code === 'offline' || error.code === 'unauthenticated';
    if (!isDown && !this.isClosed && this.#failures < FAILURES_UNTIL_CLOSED) return;
    // Requests that were on their way when the gate closed fail too; they prove nothing new.
    if (this.#closedUntil !== null && now < this.#closedUntil) return;
    this.#isProbing = false;
    this.#closedUntil = now + this.#pause;
    this.#pause = Math.min(this.#pause * 2, LAST_PAUSE);
  }

  /** A request that was let through was never sent. */
  leave(): void {
    this.#isProbing = false;
  }
}
