import { STRAY_TIME } from '../../budget/slot-window';
import type { Clock } from '../../ports/clock';
import type { StoreChange, StoredEntry } from '../../ports/store';
import type { EntryBook } from '../entries/entry-book';
import { keysOf } from '../entries/entry-book';

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
  #isWritten = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The request of an entry was given up now. */
  note(entry: StoredEntry): void {
    const until = this.#clock.monotonic() + STRAY_TIME;
    // Nobody needs the password to compare, and it is to be wiped once it is sent.
    const stray = { entry: { ...entry, password: null }, until };
    this.#replace([...this.#strays.filter((each) => each.entry.id !== entry.id), stray]);
  }

  /** The request of an entry has arrived, or was read back: it is none any more. */
  arrived({ id }: Pick<StoredEntry, 'id'>): void {
    if (this.#strays.some(({ entry }) => entry.id === id)) {
      this.#replace(this.#strays.filter(({ entry }) => entry.id !== id));
    }
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

  /** Those after which the service is to be read back now. */
  due(): readonly Stray[] {
    const now = this.#clock.monotonic();
    return this.#strays.filter(({ until }) => until + READ_BACK_AFTER <= now);
  }

  /** The moment at which the next one is due, monotonic; null where there is none. */
  nextDue(): number | null {
    const ends = this.#strays.map(({ until }) => until + READ_BACK_AFTER);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** What brings the note up to date; nothing where it is. */
  change(): StoreChange[] {
    if (this.#isWritten) return [];
    const entries = this.#strays.map(({ entry }) => entry);
    const value = entries.length === 0 ? null : JSON.stringify(entries);
    return [{ kind: 'note', name: STRAYS_NOTE, value }];
  }

  /** The commit with {@link change} is durable. */
  recordWritten(): void {
    this.#isWritten = true;
  }

  /** Takes up what the last process left. What can't be read is left out. */
  restore(note: string | null): void {
    for (const entry of parseEntries(note)) this.note(entry);
    this.#isWritten = true;
  }

  #replace(strays: readonly Stray[]): void {
    this.#strays = strays;
    this.#isWritten = false;
  }

  #longest(isMeant: (stray: Stray) => boolean): number {
    const now = this.#clock.monotonic();
    return Math.max(0, ...this.#strays.filter(isMeant).map(({ until }) => until - now));
  }
}

function parseEntries(note: string | null): StoredEntry[] {
  if (note === null) return [];
  try {
    // Written by this class alone, into a store that notices when its bytes change.
    const entries = JSON.parse(note) as unknown;
    return Array.isArray(entries) ? (entries as StoredEntry[]) : [];
  } catch {
    return [];
  }
}
