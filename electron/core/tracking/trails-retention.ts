import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';

/** What retention needs. */
export interface RetentionOptions {
  store: Store;
  clock: Clock;
  /** The newest time that a device told, epoch milliseconds; null while none is known. */
  newestTold: () => number | null;
}

const DAY = 24 * 60 * 60_000;
/** How long what is kept stays (behaviour, "Live tracking", "Writing"). */
const KEPT_FOR = { fixes: 30 * DAY, entries: 90 * DAY, deletions: 90 * DAY } as const;

/**
 * Removes, at the start and once a day, what is kept longer than it should be. The clock of this
 * machine alone is no reason to remove anything, since one that runs a year ahead would take all:
 * what is removed must be old by the newest time that a device told, too.
 */
export class Retention {
  readonly #options: RetentionOptions;
  #cancel: (() => void) | null = null;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Removes now and once a day; harmless when already started. */
  start(): void {
    if (this.#cancel !== null) return;
    this.#cancel = this.#options.clock.after(DAY, () => {
      this.#cancel = null;
      this.start();
    });
    void this.#remove();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  async #remove(): Promise<void> {
    const { store, clock, newestTold } = this.#options;
    const told = newestTold();
    if (told === null) return;
    const now = Math.min(clock.now(), told);
    const { fixes, entries, deletions } = KEPT_FOR;
    const before = { fixes: now - fixes, entries: now - entries, deletions: now - deletions };
    // What could not be removed today is removed tomorrow.
    await store.prune(before).catch(() => undefined);
  }
}
