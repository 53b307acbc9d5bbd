import { STRAY_TIME } from '../../budget/slot-window';
import type { Clock } from '../../ports/clock';
import type { StoreChange, StoredEntry } from '../../ports/store';
import type { EntryBook } from '../entries/entry-book';
import { keysOf } from '../entries/entry-book';
import { readStrays, strayOf } from './stray-note';

/** The note in which requests that were given up outlive the process. */
export const STRAYS_NOTE = 'outbox.strays';

/**
 * How long after the stray time the service is read back, milliseconds. Hardly any request arrives
 * later than that, and one read is enough to notice it.
 */
const READ_BACK_AFTER = STRAY_TIME;

/** A change as it went out with a request that was given up. */
export interface Stray {
  /** The change as it was then: a person may have edited it since. */
  readonly entry: StoredEntry;
  /** When its request can't arrive any more, by all that is usual; monotonic. */
  readonly until: number;
  /** When the service is to be read back; monotonic. */
  readonly readFrom: number;
  /** How often that was tried to no end. */
  readonly attempts: number;
}

/** What brings the note of strays up to date. */
export interface StraysUpdate {
  /** Nothing where the note is up to date. */
  readonly changes: readonly StoreChange[];
  /** To be called once a commit with these changes is durable. */
  written(): void;
}

/**
 * Requests that were given up and may still arrive at the service. Until the stray time is over no
 * look proves that a change is not there, and no other change of the same records may overtake it.
 * Some arrive later still, so that each is kept until the service was read back. Kept in monotonic
 * time, and in a note of the store: a process that starts takes all of them for just given up.
 */
export class Strays {
  readonly #clock: Clock;
  #strays: readonly Stray[] = [];
  /** The changes that the note holds. */
  #written: readonly StoredEntry[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The request of an entry was given up now. */
  note(entry: StoredEntry): void {
    const until = this.#clock.monotonic() + STRAY_TIME;
    const stray = { entry: strayOf(entry), until, readFrom: until + READ_BACK_AFTER, attempts: 0 };
    this.#strays = [...this.#strays.filter((each) => each.entry.id !== entry.id), stray];
  }

  /**
   * A request of an entry has arrived. Where it was sent more than once, an earlier request may
   * still be under way: it is kept, to be read back.
   */
  arrived({ id, attempts }: Pick<StoredEntry, 'id' | 'attempts'>): void {
    if (attempts > 1) return;
    this.#strays = this.#strays.filter(({ entry }) => entry.id !== id);
  }

  /** The service is to be read back after a pause, milliseconds; `isAttempt`: it was tried now. */
  postpone({ entry }: Stray, pause: number, { isAttempt = false } = {}): void {
    const readFrom = this.#clock.monotonic() + pause;
    this.#strays = this.#strays.map((stray) =>
      stray.entry === entry
        ? { ...stray, readFrom, attempts: stray.attempts + (isAttempt ? 1 : 0) }
        : stray,
    );
  }

  /** Milliseconds until the own request of an entry can't arrive any more. */
  leftOf({ id }: StoredEntry): number {
    return Math.max(0, this.#latest(({ entry }) => entry.id === id) - this.#clock.monotonic());
  }

  /**
   * Until when an entry has to wait, monotonic: for its own request, and for those of changes of
   * the same records that a person dropped or settled meanwhile. Open ones hold it up anyway.
   */
  heldBackUntil(entry: StoredEntry, book: EntryBook): number {
    if (this.#strays.length === 0) return -Infinity;
    const keys = new Set(keysOf(entry));
    return this.#latest(({ entry: stray }) => {
      if (stray.id === entry.id) return true;
      return book.get(stray.id) === undefined && keysOf(stray).some((key) => keys.has(key));
    });
  }

  /** Those after which the service is to be read back now. */
  due(): readonly Stray[] {
    const now = this.#clock.monotonic();
    return this.#strays.filter(({ readFrom }) => readFrom <= now);
  }

  /** The moment at which the next one is due, monotonic; null where there is none. */
  nextDue(): number | null {
    const moments = this.#strays.map(({ readFrom }) => readFrom);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /**
   * What brings the note up to date. `settled`: one that was read back, and is to be forgotten with
   * the same commit; where that fails it is kept.
   */
  update(settled?: Stray): StraysUpdate {
    const left = this.#strays.map(({ entry }) => entry).filter((entry) => entry !== settled?.entry);
    const isWritten =
      left.length === this.#written.length && left.every((entry, n) => entry === this.#written[n]);
    const value = left.length === 0 ? null : JSON.stringify(left);
    return {
      changes: isWritten ? [] : [{ kind: 'note', name: STRAYS_NOTE, value }],
      // What was given up during the commit is in the next one.
      written: () => {
        this.#strays = this.#strays.filter(({ entry }) => entry !== settled?.entry);
        this.#written = left;
      },
    };
  }

  /** Takes up what the last process left. What can't be read is left out. */
  restore(note: string | null): void {
    for (const entry of readStrays(note)) this.note(entry);
    this.#written = this.#strays.map(({ entry }) => entry);
  }

  /** When the last of some can't arrive any more, monotonic; `-Infinity` where there is none. */
  #latest(isMeant: (stray: Stray) => boolean): number {
    return Math.max(-Infinity, ...this.#strays.filter(isMeant).map(({ until }) => until));
  }
}
