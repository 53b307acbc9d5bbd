import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import type { Clock } from '../ports/clock';

const second = 1000;
const minute = 60 * second;

/** First and longest pause, ms, by what was wrong; each attempt in vain doubles it. */
const pauses: Partial<Record<ErrorReason, readonly [first: number, longest: number]>> = {
  'map-offline': [15 * second, minute],
  'map-timeout': [15 * second, minute],
  'map-key': [minute, minute],
  'map-refused': [5 * minute, 30 * minute],
  'map-private-address': [5 * minute, 30 * minute],
};
const usualPauses = [30 * second, 15 * minute] as const;

/** What is wrong with a server, and until when it is left alone. */
export class RetryPause {
  readonly #clock: Clock;
  readonly #retry: () => void;
  #fault: AppError | null = null;
  #attempts = 0;
  #cancel: (() => void) | null = null;

  /** @param retry asks the server again */
  constructor(clock: Clock, retry: () => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** What was wrong last; it stays until the server has answered well. */
  get fault(): AppError | null {
    return this.#fault;
  }

  /** Whether the server is left alone. */
  get isOn(): boolean {
    return this.#cancel !== null;
  }

  /** @throws FleetdeskError the fault, while the server is left alone */
  throwIfOn(): void {
    if (this.isOn && this.#fault) throw new FleetdeskError(this.#fault);
  }

  /** A request failed. Several may fail at once: they start one pause, the longest that was asked. */
  start(fault: AppError): void {
    const now = this.#clock.now();
    if (this.isOn && (fault.retryAt ?? 0) <= (this.#fault?.retryAt ?? 0)) return;
    if (!this.isOn) this.#attempts += 1;
    const [first, longest] = pauses[fault.reason ?? 'internal'] ?? usualPauses;
    const grown = Math.min(longest, first * 2 ** (this.#attempts - 1));
    const wait = Math.max(grown, (fault.retryAt ?? now) - now);
    this.#fault = { ...fault, retryAt: now + wait };
    this.#cancel?.();
    this.#cancel = this.#clock.after(wait, () => {
      this.#cancel = null;
      this.#retry();
    });
  }

  /** Something is wrong that no waiting mends. */
  tell(fault: AppError): void {
    if (!this.isOn) this.#fault = fault;
  }

  /** The server answered well. One that was asked before a pause began does not end it. */
  endIfOver(): void {
    if (!this.isOn) this.end();
  }

  /** Forgets everything. */
  end(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#attempts = 0;
    this.#fault = null;
  }
}
