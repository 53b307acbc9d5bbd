import { STRAY_TIME } from '../../budget/slot-window';
import type { Clock } from '../../ports/clock';
import type { StoredEntry } from '../../ports/store';
import type { EntryBook } from '../entries/entry-book';
import { keysOf } from '../entries/entry-book';

interface Stray {
  readonly entry: StoredEntry;
  /** Monotonic. */
  readonly until: number;
}

/**
 * Requests that were given up and may still arrive at the service. Until that time is over
 * no look proves that a change is not there, and no other change of the same records may overtake it. Kept in monotonic
 * time and in memory: a process that starts takes what it finds in doubt for just given up.
 */
export class Strays {
  readonly #clock: Clock;
  #strays: readonly Stray[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The request of an entry was given up now. */
  note(entry: StoredEntry): void {
    const now = this.#clock.monotonic();
    this.#strays = [
      ...this.#strays.filter(({ until, entry: { id } }) => until > now && id !== entry.id),
      { entry, until: now + STRAY_TIME },
    ];
  }

  /** The request of an entry has arrived: it is none any more. */
  arrived({ id }: Pick<StoredEntry, 'id'>): void {
    this.#strays = this.#strays.filter(({ entry }) => entry.id !== id);
  }

  /** Milliseconds until the own request of an entry can't arrive any more. */
  leftOf({ id }: StoredEntry): number {
    return this.#longest(({ entry }) => entry.id === id);
  }

  /**
   * Milliseconds for which an entry has to wait: for its own request, and for those of changes of
   * the same records that a person dropped or settled meanwhile. Open ones hold it up anyway.
   */
  leftBefore(entry: StoredEntry, book: EntryBook): number {
    if (this.#strays.length === 0) return 0;
    const keys = new Set(keysOf(entry));
    return this.#longest(({ entry: stray }) => {
      if (stray.id === entry.id) return true;
      return book.get(stray.id) === undefined && keysOf(stray).some((key) => keys.has(key));
    });
  }

  #longest(isMeant: (stray: Stray) => boolean): number {
    const now = this.#clock.monotonic();
    return Math.max(0, ...this.#strays.filter(isMeant).map(({ until }) => until - now));
  }
}
