import type { Clock } from '../ports/clock';

/** A pause of a loop that something else can end. */
export class Rest {
  readonly #clock: Clock;
  #end: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for a moment of the monotonic clock, or for {@link end} alone where it is null. */
  until(moment: number | null): Promise<void> {
    return new Promise((resolve) => {
      let cancel = (): void => undefined;
      this.#end = () => {
        cancel();
        this.#end = null;
        resolve();
      };
      if (moment === null) return;
      cancel = this.#clock.after(Math.max(0, moment - this.#clock.monotonic()), () => this.end());
    });
  }

  /** Ends the pause; harmless where there is none. */
  end(): void {
    this.#end?.();
  }
}
