import { uptime } from 'node:os';
import { systemTime, timeOfDay, type TestClock } from '@contract/test-clock';
import type { Clock } from '@core/ports/clock';

/** Timers look at the time at least this often, milliseconds: a sleeping machine stops them. */
const LONGEST_NAP = 5_000;

/** How often the machine's uptime is compared, milliseconds of running time. */
const CHECK_INTERVAL = 250;

/** Uptime is coarse on some systems: less than this is no sleep, milliseconds. */
const SLEEP_NOTICED = 1_500;

/** Where a clock takes its times from; tests bring their own. */
export interface TimeSources {
  now: () => number;
  /** Milliseconds that do not count sleep on every system. */
  running: () => number;
  /** Milliseconds since the machine started, sleep included. */
  uptime: () => number;
}

const systemSources: TimeSources = {
  now: () => Date.now(),
  running: () => performance.now(),
  uptime: () => uptime() * 1000,
};

/**
 * The machine's clock. Its monotonic time counts from the start of the machine, so that times
 * kept by an earlier run of the app can be compared; it goes on through a sleep.
 */
export class SystemClock implements Clock {
  readonly #sources: TimeSources;
  readonly #pace: number;
  readonly #startUptime: number;
  readonly #startRunning: number;
  /** What is due later than a nap from now: each looks again, and sets a timer of its own in time. */
  readonly #far = new Set<() => void>();
  /** An interval: in Electron each timer that is set wakes two threads more. */
  #napping: NodeJS.Timeout | undefined;
  #slept = 0;
  #checkedAt = 0;

  /** @param pace how many times as fast as the system's timers the sources go */
  constructor(sources: TimeSources = systemSources, pace = 1) {
    this.#sources = sources;
    this.#pace = pace;
    this.#startUptime = sources.uptime();
    this.#startRunning = sources.running();
  }

  /** The machine's clock with another time of day, and all its times at the pace that a test asks for. */
  static forTests(clock: TestClock, sources: TimeSources = systemSources): SystemClock {
    const { pace } = clock;
    const asked: TimeSources = {
      now: () => timeOfDay(clock, sources.now()),
      running: () => sources.running() * pace,
      uptime: () => sources.uptime() * pace,
    };
    return new SystemClock(asked, pace);
  }

  /**
   * A clock that is there already, where no test asks for another: all that is far off then shares
   * its nap.
   */
  static asAsked(asked: TestClock, own: Clock): Clock {
    const isOther = asked.shift !== systemTime.shift || asked.pace !== systemTime.pace;
    return isOther ? SystemClock.forTests(asked) : own;
  }

  now(): number {
    return this.#sources.now();
  }

  monotonic(): number {
    const ran = this.#sources.running() - this.#startRunning;
    if (ran - this.#checkedAt >= CHECK_INTERVAL) {
      this.#checkedAt = ran;
      const missed = this.#sources.uptime() - this.#startUptime - ran;
      if (missed > this.#slept + SLEEP_NOTICED) this.#slept = missed;
    }
    return this.#startUptime + ran + this.#slept;
  }

  after(delay: number, task: () => void): () => void {
    if (delay <= 0) {
      // Two timers that are due at once and set each other again would let nothing else have a turn.
      const turn = setImmediate(task);
      return () => {
        clearImmediate(turn);
      };
    }
    const end = this.monotonic() + delay;
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const left = end - this.monotonic();
      if (left > LONGEST_NAP) {
        this.#far.add(look);
        this.#nap();
        return;
      }
      this.#letGo(look);
      // Of a fraction, Node looks a moment too early, and once more.
      timer = setTimeout(ring, Math.ceil(Math.max(0, left) / this.#pace));
    };
    const ring = (): void => {
      // Node may fire a fraction early; what is due is due by this clock.
      if (this.monotonic() < end) look();
      else task();
    };
    look();
    return () => {
      this.#letGo(look);
      clearTimeout(timer);
    };
  }

  /** All that is far off shares one nap, so that the processor wakes for it once. */
  #nap(): void {
    this.#napping ??= setInterval(() => {
      for (const look of [...this.#far]) look();
    }, LONGEST_NAP / this.#pace);
  }

  #letGo(look: () => void): void {
    this.#far.delete(look);
    if (this.#far.size > 0) return;
    clearInterval(this.#napping);
    this.#napping = undefined;
  }
}
