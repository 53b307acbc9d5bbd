import type { CollectionName } from '@contract/collections';
import { reportFault } from '../faults';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import { StoreFailure } from '../ports/stores';

/** What the checks of rows need. */
export interface RowChecksOptions {
  store: Store;
  clock: Clock;
  /** Records of a collection were damaged and set aside: it has to be read again. */
  onSetAside: (collection: CollectionName) => void;
}

/** Rows that are checked at once: a few milliseconds of the store's time. */
const ROWS = 500;

/** Nothing of a start waits behind it. */
const FIRST_AFTER = 5_000;
const NEXT_AFTER = 200;
/** Rows that were read and found damaged since. */
const AGAIN_AFTER = 60_000;

/** Checks what is kept against its digests, soon after the start and a little at a time. */
export class RowChecks {
  readonly #options: RowChecksOptions;
  #cancel: (() => void) | null = null;
  #isStopped = false;

  constructor(options: RowChecksOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#cancel === null && !this.#isStopped) this.#checkAfter(FIRST_AFTER);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  #checkAfter(delay: number): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(delay, () => {
      void this.#check();
    });
  }

  async #check(): Promise<void> {
    const { store, clock, onSetAside } = this.#options;
    try {
      const { isOver, collections } = await store.check(ROWS, clock.now());
      if (this.#isStopped) return;
      collections.forEach(onSetAside);
      this.#checkAfter(isOver ? AGAIN_AFTER : NEXT_AFTER);
    } catch (fault) {
      // A full disk takes no copy of what is damaged: it is tried again.
      if (!this.#isStopped) reportFault('the rows of the store could not be checked', fault);
      this.#checkAfter(AGAIN_AFTER);
    }
  }
}

/**
 * Checks what a person entered before anything of it is read. An outbox with a longer history is
 * checked to its end later, and each entry as it is read. A full disk takes no copy of a damaged
 * row: that is reported, and tried again later.
 * @throws StoreFailure of any other kind
 */
export async function checkFirst(store: Store, at: number): Promise<void> {
  try {
    await store.check(ROWS, at);
  } catch (fault) {
    if (!(fault instanceof StoreFailure) || fault.kind !== 'disk-full') throw fault;
    reportFault('the first rows of the store could not be checked', fault);
  }
}
