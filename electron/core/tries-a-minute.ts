import { FleetdeskError } from '@contract/errors';
import type { Clock } from './ports/clock';

const MINUTE = 60_000;

/** Lets a page do something no more often than a person who clicks. */
export class TriesAMinute {
  readonly #clock: Clock;
  readonly #most: number;
  #tries: number[] = [];

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts one more. @throws FleetdeskError `rate-limited` where there were enough in a minute */
  count(): void {
    const now = this.#clock.now();
    this.#tries = this.#tries.filter((at) => at > now - MINUTE && at <= now);
    const [first] = this.#tries;
    if (first !== undefined && this.#tries.length >= this.#most) {
      const retryAt = first + MINUTE;
      throw new FleetdeskError({ code: 'rate-limited', message: 'Tried too often.', retryAt });
    }
    this.#tries.push(now);
  }
}
