import { reportFault } from '../faults';
import type { Clock } from '../ports/clock';

/** How long it rests after a turn that failed, milliseconds: the next one may fail in the same way. */
const REST_AFTER_FAULT = 60_000;

/** What a loop needs. */
export interface RestingLoopOptions {
  clock: Clock;
  /**
   * Does one turn; answers the moment of the monotonic clock at which the next one begins, or null
   * where only {@link RestingLoop.hurry} brings it.
   */
  turn: (signal: AbortSignal) => Promise<number | null>;
}

/**
 * Takes turns one after another until it is stopped, and rests in between as long as each says. One
 * that throws is reported, and ends none of those after it.
 */
export class RestingLoop {
  readonly #clock: Clock;
  readonly #turn: RestingLoopOptions['turn'];
  #stopping: AbortController | null = null;
  #endRest: (() => void) | null = null;
  /** Somebody hurried while a turn was under way, which may not have known why. */
  #isHurried = false;

  constructor({ clock, turn }: RestingLoopOptions) {
    this.#clock = clock;
    this.#turn = turn;
  }

  /** Begins; harmless when already started. */
  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    void this.#run(this.#stopping.signal);
  }

  /** Gives up the turn that is under way, and takes no other. */
  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
    this.#endRest?.();
  }

  /** The next turn begins now. */
  hurry(): void {
    this.#isHurried = true;
    this.#endRest?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#isHurried = false;
      const moment = await this.#takeTurn(signal);
      const isDue = moment !== null && moment <= this.#clock.monotonic();
      if (!signal.aborted && !this.#isHurried && !isDue) await this.#rest(moment);
    }
  }

  async #takeTurn(signal: AbortSignal): Promise<number | null> {
    try {
      return await this.#turn(signal);
    } catch (fault) {
      reportFault('work behind the screens met a fault', fault);
      return this.#clock.monotonic() + REST_AFTER_FAULT;
    }
  }

  #rest(moment: number | null): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => undefined;
      this.#endRest = () => {
        cancel();
        this.#endRest = null;
        resolve();
      };
      if (moment === null) return;
      cancel = this.#clock.after(moment - this.#clock.monotonic(), () => this.#endRest?.());
    });
  }
}
