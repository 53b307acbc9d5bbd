import type { Clock } from '@core/ports/clock';

interface Timer {
  at: number;
  order: number;
  task: () => void;
}

/** Lets everything run that waits for nothing but promises. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until a test moves it. */
export class VirtualClock implements Clock {
  #now: number;
  #monotonic = 0;
  #orders = 0;
  #timers: Timer[] = [];

  /** @param now the first wall-clock time, epoch milliseconds */
  constructor(now = Date.UTC(2026, 2, 10, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(delay: number, task: () => void): () => void {
    const timer = { at: this.#monotonic + Math.max(0, delay), order: this.#orders++, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Lets time pass: every timer runs at its moment, and what it sets off runs before the next. */
  async advance(duration: number): Promise<void> {
    await settle();
    const end = this.#monotonic + duration;
    for (;;) {
      const next = this.#next();
      if (next === undefined || next.at > end) break;
      this.#pass(next.at - this.#monotonic);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.task();
      await settle();
    }
    this.#pass(end - this.#monotonic);
  }

  /** The machine sleeps: time passes at once, and overdue timers run only then. */
  async sleep(duration: number): Promise<void> {
    await settle();
    this.#pass(duration);
    await this.advance(0);
  }

  /** Somebody sets the wall clock; timers and monotonic time don't notice. */
  setWallClock(now: number): void {
    this.#now = now;
  }

  #next(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (first, timer) =>
        first === undefined ||
        timer.at < first.at ||
        (timer.at === first.at && timer.order < first.order)
          ? timer
          : first,
      undefined,
    );
  }

  #pass(duration: number): void {
    const passed = Math.max(0, duration);
    this.#now += passed;
    this.#monotonic += passed;
  }
}

/** A clock on which time passes while something is worked at, too. */
export class WorkingClock extends VirtualClock {
  /** Milliseconds that were worked so far. */
  worked = 0;

  override monotonic(): number {
    return super.monotonic() + this.worked;
  }
}
