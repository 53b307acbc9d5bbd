import type { Random } from '../../ports/random';
import type { Clock } from '../../ports/clock';
import type { StoredEntry } from '../../ports/store';

/** The first pause after a failure, and the longest one, milliseconds. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 300_000;

/** Pauses while only the connection is missing, milliseconds: it may be back any time. */
const CONNECTION_PAUSE = 5_000;

/**
 * When entries may be tried. The moments are kept as wall-clock times, so that they survive a
 * restart, and are waited for in monotonic time, so that a clock which is set by a year, in either
 * direction, neither forgets an entry nor hastens it.
 */
export class Waits {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ends = new Map<string, { notBefore: number; at: number }>();
  readonly #heldBackUntil: (entry: StoredEntry) => number;
  /** Pauses that need not survive a restart. */
  readonly #holds = new Map<string, number>();

  /** @param options `heldBackUntil`: when something else stops to hold an entry back, monotonic */
  constructor(options: {
    clock: Clock;
    random: Random;
    heldBackUntil?: (entry: StoredEntry) => number;
  }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#heldBackUntil = options.heldBackUntil ?? (() => -Infinity);
  }

  /** The moment a pause after so many failures ends, epoch milliseconds. */
  afterFailure(attempts: number): number {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, attempts - 1));
    return this.#clock.now() + Math.round(pause * (0.75 + this.#random.fraction() / 2));
  }

  /** Lets an entry rest while the connection is missing, until `retryAt` where that is known. */
  holdForConnection({ id }: StoredEntry, retryAt?: number): void {
    const wanted = retryAt === undefined ? CONNECTION_PAUSE : retryAt - this.#clock.now();
    this.#hold(id, Math.min(Math.max(CONNECTION_PAUSE, wanted), LONGEST_PAUSE));
  }

  /** Lets an entry rest after so many failures, without a word to the store. */
  holdForFailure({ id }: StoredEntry, attempts: number): void {
    this.#hold(id, this.afterFailure(attempts) - this.#clock.now());
  }

  /** Holds an entry back for a time, milliseconds. */
  holdFor({ id }: StoredEntry, pause: number): void {
    this.#hold(id, pause);
  }

  #hold(id: string, pause: number): void {
    this.#holds.set(id, this.#clock.monotonic() + pause);
  }

  /** Whether an entry may be tried now. */
  isOver(entry: StoredEntry): boolean {
    return this.#endOf(entry) <= this.#clock.monotonic();
  }

  /** When that will be, epoch milliseconds by the wall clock as it is now. */
  until(entry: StoredEntry): number {
    return this.#clock.now() + this.#left(entry);
  }

  /**
   * Milliseconds until the first of some entries may be tried that might not be at a moment of the
   * monotonic clock; null where none waits for time. The pause of one may end while it is looked at.
   */
  next(entries: readonly StoredEntry[], since: number): number | null {
    const ends = entries.map((entry) => this.#endOf(entry)).filter((end) => end > since);
    return ends.length === 0 ? null : Math.max(0, Math.min(...ends) - this.#clock.monotonic());
  }

  /** A person wants an entry to be tried at once. */
  end(entry: StoredEntry): void {
    this.#holds.delete(entry.id);
    if (entry.notBefore === null) return;
    this.#ends.set(entry.id, { notBefore: entry.notBefore, at: this.#clock.monotonic() });
  }

  /** A person wants an entry to be tried soon: after this pause at most, milliseconds. */
  hasten(entry: StoredEntry, pause: number): void {
    if (this.#left(entry) <= pause) return;
    this.end(entry);
    this.#hold(entry.id, pause);
  }

  /** Forgets entries that are not among these. */
  keepOnly(isOpen: (id: string) => boolean): void {
    for (const id of this.#ends.keys()) if (!isOpen(id)) this.#ends.delete(id);
    for (const id of this.#holds.keys()) if (!isOpen(id)) this.#holds.delete(id);
  }

  #left(entry: StoredEntry): number {
    return Math.max(0, this.#endOf(entry) - this.#clock.monotonic());
  }

  /** When the last pause of an entry ends, monotonic. */
  #endOf(entry: StoredEntry): number {
    const { id, notBefore } = entry;
    const held = Math.max(this.#holds.get(id) ?? -Infinity, this.#heldBackUntil(entry));
    if (notBefore === null) return held;
    let end = this.#ends.get(id);
    if (end?.notBefore !== notBefore) {
      const pause = Math.max(0, Math.min(notBefore - this.#clock.now(), LONGEST_PAUSE));
      end = { notBefore, at: this.#clock.monotonic() + pause };
      this.#ends.set(id, end);
    }
    return Math.max(held, end.at);
  }
}
