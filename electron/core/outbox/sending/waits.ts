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
  readonly #heldBack: (entry: StoredEntry) => number;
  /** Pauses that need not survive a restart. */
  readonly #holds = new Map<string, number>();

  /** @param options `heldBack`: milliseconds for which something else holds an entry back */
  constructor(options: {
    clock: Clock;
    random: Random;
    heldBack?: (entry: StoredEntry) => number;
  }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#heldBack = options.heldBack ?? (() => 0);
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
    return this.#left(entry) <= 0;
  }

  /** When that will be, epoch milliseconds by the wall clock as it is now. */
  until(entry: StoredEntry): number {
    return this.#clock.now() + this.#left(entry);
  }

  /** Milliseconds until the first of some entries may be tried; null where none waits for time. */
  next(entries: readonly StoredEntry[]): number | null {
    const left = entries.map((entry) => this.#left(entry)).filter((time) => time > 0);
    return left.length === 0 ? null : Math.min(...left);
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
    const { id, notBefore } = entry;
    const now = this.#clock.monotonic();
    const held = Math.max((this.#holds.get(id) ?? now) - now, this.#heldBack(entry));
    if (notBefore === null) return Math.max(0, held);
    let end = this.#ends.get(id);
    if (end?.notBefore !== notBefore) {
      const pause = Math.max(0, Math.min(notBefore - this.#clock.now(), LONGEST_PAUSE));
      end = { notBefore, at: now + pause };
      this.#ends.set(id, end);
    }
    return Math.max(0, held, end.at - now);
  }
}
