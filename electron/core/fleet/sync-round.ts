import type { Clock } from '../ports/clock';
import type { CollectionSync } from './collection-sync';
import { RestingLoop } from './resting-loop';

/** A collection in the round: how many pages it gets for each one of the others. */
export interface Turn {
  readonly sync: CollectionSync;
  readonly weight: number;
  /** Pages of weight 1 that others get before its first one. */
  readonly start: number;
}

/**
 * Reads the lists of all collections, one page at a time, so that they share the background lane
 * by their weights and leave it to others in between: none waits for another to end.
 */
export class SyncRound {
  readonly #clock: Clock;
  readonly #turns: readonly Turn[];
  readonly #read: (sync: CollectionSync, signal: AbortSignal) => Promise<void>;
  /** What each collection has had, in pages of weight 1: the one with the least is next. */
  readonly #had = new Map<CollectionSync, number>();
  readonly #loop: RestingLoop;

  constructor(options: {
    clock: Clock;
    turns: readonly Turn[];
    read: (sync: CollectionSync, signal: AbortSignal) => Promise<void>;
  }) {
    this.#clock = options.clock;
    this.#turns = options.turns;
    this.#read = options.read;
    this.#loop = new RestingLoop({
      clock: options.clock,
      turn: (signal) => this.#readNext(signal),
    });
    for (const { sync, start } of options.turns) this.#had.set(sync, start);
  }

  start(): void {
    this.#loop.start();
  }

  stop(): void {
    this.#loop.stop();
  }

  /** Something may be due sooner than it was. */
  look(): void {
    this.#loop.hurry();
  }

  /** Reads a page of the list whose turn it is; answers when a list is due again. */
  async #readNext(signal: AbortSignal): Promise<number | null> {
    const next = this.#next(this.#clock.monotonic());
    if (next !== null) {
      const least = this.#had.get(next.sync) ?? 0;
      // One that paused has no claim to what the others had in the meantime.
      for (const [sync, had] of this.#had) this.#had.set(sync, Math.max(had, least - 1));
      this.#had.set(next.sync, least + 1 / next.weight);
      await this.#read(next.sync, signal);
    }
    return this.#nextDue();
  }

  #next(now: number): Turn | null {
    let best: { turn: Turn; had: number } | null = null;
    for (const turn of this.#turns) {
      const { dueAt } = turn.sync;
      if (dueAt === null || dueAt > now) continue;
      const had = this.#had.get(turn.sync) ?? 0;
      if (best === null || had < best.had) best = { turn, had };
    }
    return best?.turn ?? null;
  }

  /** The moment at which the next list is due; null while none is. */
  #nextDue(): number | null {
    const moments = this.#turns.flatMap(({ sync }) => sync.dueAt ?? []);
    return moments.length === 0 ? null : Math.min(...moments);
  }
}
