import { FleetdeskError } from '@contract/errors';
import type { Clock } from './ports/clock';

const MINUTE = 60_000;
/** No more often than a person who clicks and types. */
const MOST = 6;

/** Lets a page do something six times a minute at most. */
export class TriesAMinute {
  readonly #clock: Clock;
  #tries: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more. @throws FleetdeskError `rate-limited` where there were enough in a minute */
  count(): void {
    const now = this.#clock.now();
    this.#tries = this.#tries.filter((at) => at > now - MINUTE && at <= now);
    const [first] = this.#tries;
    if (first !== undefined && this.#tries.length >= MOST) {
      const retryAt = first + MINUTE;
      throw new FleetdeskError({ code: 'rate-limited', message: 'Tried too often.', retryAt });
    }
    this.#tries.push(now);
  }
}
