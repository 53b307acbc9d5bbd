import type { Clock } from '../ports/clock';
import type { Store, StoreChange } from '../ports/store';

/** What the writer needs. */
export interface JudgedWriterOptions {
  store: Pick<Store, 'commit'>;
  clock: Clock;
  onFault: (fault: unknown) => void;
}

/** Where the store took nothing, it is tried again after this time. */
const AGAIN_AFTER = 60_000;

/**
 * Writes what was judged of vehicles, together with what came of it, in one transaction: after a
 * kill an alert is there with the state that it came from, or neither is and both come again.
 */
export class JudgedWriter {
  readonly #options: JudgedWriterOptions;
  readonly #parts = new Set<() => StoreChange[]>();
  readonly #holds = new Set<() => boolean>();
  /** What the store did not take, by what it is about: a later row takes the place of it. */
  readonly #failed = new Map<string, StoreChange>();
  /** One transaction after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | null = null;
  #dueAt = Infinity;
  #isStopped = false;

  constructor(options: JudgedWriterOptions) {
    this.#options = options;
  }

  /** Adds a part that gives what it has to write, once. */
  add(take: () => StoreChange[]): void {
    this.#parts.add(take);
  }

  /** Nothing is written by the timer while this is so: what came of it is not ready yet. */
  holdWhile(isHeld: () => boolean): void {
    this.#holds.add(isHeld);
  }

  /** Writes after this time at the latest, milliseconds. */
  soon(delay: number): void {
    if (this.#isStopped) return;
    const at = this.#options.clock.monotonic() + delay;
    if (at >= this.#dueAt) return;
    this.#cancel?.();
    this.#dueAt = at;
    this.#cancel = this.#options.clock.after(delay, () => {
      this.#forgetTimer();
      if (this.#isHeld()) this.soon(delay);
      else void this.write([]);
    });
  }

  /**
   * Writes what all parts have, and these changes, at once; false where the store took nothing:
   * then it is written later.
   */
  write(changes: readonly StoreChange[]): Promise<boolean> {
    this.#forgetTimer();
    // Taken now, before anything else is judged: it belongs together.
    const taken = [...[...this.#parts].flatMap((take) => take()), ...changes];
    const done = this.#last.then(() => this.#commit(taken));
    this.#last = done;
    return done;
  }

  /** Writes what is left, where nothing holds it; from then on nothing is written by a timer. */
  stop(): void {
    this.#isStopped = true;
    const isWaiting = this.#cancel !== null;
    this.#forgetTimer();
    if (isWaiting && !this.#isHeld()) void this.write([]);
  }

  async #commit(taken: readonly StoreChange[]): Promise<boolean> {
    const changes = [...this.#failed.values(), ...taken];
    if (changes.length === 0) return true;
    try {
      await this.#options.store.commit(changes);
      this.#failed.clear();
      return true;
    } catch (fault) {
      for (const change of taken) {
        const name = nameOf(change);
        this.#failed.delete(name);
        this.#failed.set(name, change);
      }
      this.#options.onFault(fault);
      this.soon(AGAIN_AFTER);
      return false;
    }
  }

  #isHeld(): boolean {
    return [...this.#holds].some((isHeld) => isHeld());
  }

  #forgetTimer(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#dueAt = Infinity;
  }
}

function nameOf(change: StoreChange): string {
  switch (change.kind) {
    case 'judged':
    case 'note':
      return `${change.kind} ${change.name}`;
    default:
      return JSON.stringify(change);
  }
}
