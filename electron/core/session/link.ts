import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import type { Clock } from '../ports/clock';

/** Pauses between attempts while there is no line, milliseconds. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 15_000;

type LinkState = SessionState['link'];

/** The line to the service, as the last answer, or its lack, showed it. */
export class Link {
  readonly #clock: Clock;
  readonly #onChange: (isNewState: boolean) => void;
  #state: LinkState = { state: 'unknown', since: null, lastAnswerAt: null, error: null };
  #lastAnswer = -Infinity;
  #failures = 0;

  /** @param onChange told whether more changed than the time of the last answer */
  constructor(clock: Clock, onChange: (isNewState: boolean) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  state(): LinkState {
    return this.#state;
  }

  /** An answer came, whatever it says. */
  answered(): void {
    const now = this.#clock.now();
    const isNew = this.#state.state !== 'online';
    const since = isNew ? now : this.#state.since;
    this.#failures = 0;
    this.#lastAnswer = this.#clock.monotonic();
    this.#state = { state: 'online', since, lastAnswerAt: now, error: null };
    this.#onChange(isNew);
  }

  /**
   * No answer came to a request sent at a monotonic time. Answers how long to wait before the
   * next attempt; null where another answer came meanwhile, so that the line is there after all.
   */
  failed(error: AppError, sentAt: number): number | null {
    if (this.#lastAnswer > sentAt) return null;
    this.#failures += 1;
    const { state, since, lastAnswerAt } = this.#state;
    this.#state = {
      state: 'offline',
      since: state === 'offline' ? since : this.#clock.now(),
      lastAnswerAt,
      error,
    };
    this.#onChange(true);
    return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (this.#failures - 1));
  }
}
