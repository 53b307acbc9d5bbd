import type { Clock } from '@core/ports/clock';

interface Timer {
  readonly at: number;
  /** It waits for no moment: others only have their turn first. */
  readonly isTurn: boolean;
  readonly task: () => void;
  cancel: () => void;
}

/** Fake timers mark what they put in place of the real ones. */
const areTimeoutsFaked = (): boolean => 'clock' in setTimeout;

/**
 * The time that the page goes by: a test that fakes its timeouts moves main as well. While
 * timeouts are real, no timer of main runs: how quick a machine is must not decide what a test sees.
 * Only a turn runs, which work that takes long gives to others. With `now` given, the wall clock is
 * that one while timers run.
 */
export class PageClock implements Clock {
  readonly #now: () => number;
  readonly #start = Date.now();
  readonly #timers = new Set<Timer>();
  #ahead = 0;
  #isHurried = false;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  monotonic(): number {
    return Date.now() - this.#start + this.#ahead;
  }

  after(delay: number, task: () => void): () => void {
    const timer: Timer = {
      at: this.monotonic() + Math.max(0, delay),
      isTurn: delay === 0,
      task,
      cancel: () => undefined,
    };
    this.#timers.add(timer);
    if (!this.#isHurried) this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancel();
    };
  }

  /**
   * Lets timers run one after the other without waiting for them, until what is wanted is there.
   * The wall clock stays: main has been at work for a while, and it is now.
   */
  async hurry(settle: () => Promise<void>, isThere: () => boolean): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    this.#isHurried = true;
    await settle();
    while (!isThere()) {
      const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#ahead += Math.max(0, next.at - this.monotonic());
      this.#run(next);
      await settle();
    }
    this.#isHurried = false;
    for (const timer of this.#timers) this.#arm(timer);
  }

  #arm(timer: Timer): void {
    if (!areTimeoutsFaked() && !timer.isTurn) return;
    const handle = setTimeout(
      () => {
        this.#run(timer);
      },
      Math.min(Math.max(0, timer.at - this.monotonic()), 2_000_000_000),
    );
    timer.cancel = () => {
      clearTimeout(handle);
    };
  }

  #run(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.task();
  }
}
