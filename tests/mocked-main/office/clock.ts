import type { Clock } from '@core/ports/clock';

/**
 * The time that the page goes by: a test that fakes its timers moves main as well. With `now`
 * given, the wall clock is that one while timers run.
 */
export class PageClock implements Clock {
  readonly #now: () => number;
  readonly #start: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#start = Date.now();
  }

  now(): number {
    return this.#now();
  }

  monotonic(): number {
    return Date.now() - this.#start;
  }

  after(delay: number, task: () => void): () => void {
    const timer = setTimeout(task, Math.max(0, Math.min(delay, 2_000_000_000)));
    return () => {
      clearTimeout(timer);
    };
  }
}
