import type { Clock } from '@core/ports/clock';

/**
 * Time that runs ten times as fast, so that a delete is held for a second. A test can stop it for
 * what has to happen before a time is over, however slow the machine is.
 */
export class QuickClock implements Clock {
  readonly #start = Date.now();
  /** The process is older than the clock. */
  readonly #startedAt = performance.now();
  readonly #timers = new Set<() => void>();
  #stoppedFor = 0;
  #stoppedAt: number | null = null;

  now(): number {
    return this.#start + this.monotonic();
  }

  monotonic(): number {
    const passed = (this.#stoppedAt ?? performance.now()) - this.#startedAt;
    return (passed - this.#stoppedFor) * 10;
  }

  after(delay: number, task: () => void): () => void {
    const end = this.monotonic() + delay;
    let timer: NodeJS.Timeout | undefined;
    const arm = (): void => {
      clearTimeout(timer);
      const left = end - this.monotonic();
      if (left > 0 && this.#stoppedAt !== null) return;
      timer = setTimeout(ring, Math.max(0, Math.min(1_000_000, left) / 10));
    };
    const ring = (): void => {
      if (this.monotonic() < end) {
        arm();
        return;
      }
      this.#timers.delete(arm);
      task();
    };
    this.#timers.add(arm);
    arm();
    return () => {
      this.#timers.delete(arm);
      clearTimeout(timer);
    };
  }

  stop(): void {
    this.#stoppedAt ??= performance.now();
  }

  goOn(): void {
    if (this.#stoppedAt === null) return;
    this.#stoppedFor += performance.now() - this.#stoppedAt;
    this.#stoppedAt = null;
    for (const arm of [...this.#timers]) arm();
  }
}
