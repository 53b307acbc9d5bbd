import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import type { Clock } from '../ports/clock';
import { workOfflineError, type WorkOffline } from './work-offline';

/** Pauses between attempts while there is no connection, milliseconds. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 15_000;

type LinkState = SessionState['link'];

/** The connection to the service, as the last answer, or its lack, showed it. */
export class Link {
  readonly #clock: Clock;
  readonly #workOffline: WorkOffline | undefined;
  readonly #onChange: (isNewState: boolean) => void;
  #state: LinkState = { state: 'unknown', since: null, lastAnswerAt: null, error: null };
  #lastAnswer = -Infinity;
  #failures = 0;
  #turn: number;

  /** @param onChange told whether more changed than the time at which something was told */
  constructor(
    { clock, workOffline }: { clock: Clock; workOffline?: WorkOffline | undefined },
    onChange: (isNewState: boolean) => void,
  ) {
    this.#clock = clock;
    this.#workOffline = workOffline;
    this.#turn = workOffline?.turn ?? 0;
    this.#onChange = onChange;
  }

  /** A connection that the person cut is offline; once joined again it is unknown until an answer. */
  state(): LinkState {
    const cut = this.#workOffline;
    if (cut === undefined || (!cut.isOn && cut.turn === this.#turn)) return this.#state;
    return {
      state: cut.isOn ? 'offline' : 'unknown',
      since: cut.since,
      lastAnswerAt: this.#state.lastAnswerAt,
      error: cut.isOn ? workOfflineError : null,
    };
  }

  /** An answer came, whatever it says. */
  answered(): void {
    const isNew = this.state().state !== 'online';
    const since = isNew ? this.#clock.now() : this.#state.since;
    this.#failures = 0;
    this.#turn = this.#workOffline?.turn ?? 0;
    this.#lastAnswer = this.#clock.monotonic();
    const { lastAnswerAt } = this.#state;
    this.#state = { state: 'online', since, lastAnswerAt, error: null };
    this.#onChange(isNew);
  }

  /** The answer that came told what was asked for: what the screen shows is as new as this. */
  told(): void {
    this.#state = { ...this.#state, lastAnswerAt: this.#clock.now() };
    this.#onChange(false);
  }

  /**
   * No answer came to a request sent at a monotonic time. Answers how long to wait before the
   * next attempt; null where another answer came meanwhile: the connection is there after all.
   */
  failed(error: AppError, sentAt: number): number | null {
    if (this.#lastAnswer > sentAt) return null;
    this.#failures += 1;
    const { state, since, lastAnswerAt } = this.state();
    this.#turn = this.#workOffline?.turn ?? 0;
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
