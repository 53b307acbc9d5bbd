import { lanes, type Lane } from '@contract/budget';
import { cancelledError } from '../cancelled';

/** Somebody who waits for a slot. */
export interface Waiter<S> {
  readonly isOpenEnded: boolean;
  grant(slot: S): void;
}

/** A place in the queue. */
export interface Ticket<S> {
  /** Resolves with the slot; rejects with `cancelled` once the signal aborts first. */
  readonly slot: Promise<S>;
  /** Moves to a more urgent lane, where somebody more urgent wants the same. */
  promote(lane: Lane): void;
}

/** Who waits, a queue a lane. */
export class LaneQueues {
  readonly #queues = new Map<Lane, Waiter<unknown>[]>(lanes.map((lane) => [lane, []]));

  /** @param onChange called when somebody left or moved to another lane */
  add<S>(
    lane: Lane,
    options: { signal?: AbortSignal; isOpenEnded?: boolean },
    onChange: () => void,
  ): Ticket<S> {
    const { signal } = options;
    let place = lane;
    let waiter: Waiter<S> | null = null;
    const slot = new Promise<S>((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelledError());
        return;
      }
      const leave = (): void => {
        if (waiter === null || !this.#remove(place, waiter)) return;
        waiter = null;
        reject(cancelledError());
        onChange();
      };
      waiter = {
        isOpenEnded: options.isOpenEnded === true,
        grant: (granted) => {
          waiter = null;
          signal?.removeEventListener('abort', leave);
          resolve(granted);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queueOf(lane).push(waiter as Waiter<unknown>);
    });
    return {
      slot,
      promote: (urgent) => {
        if (waiter === null || lanes.indexOf(urgent) >= lanes.indexOf(place)) return;
        this.#remove(place, waiter);
        this.#queueOf(urgent).push(waiter as Waiter<unknown>);
        place = urgent;
        onChange();
      },
    };
  }

  /**
   * Takes the one of a lane whose turn it is: the first. What a person asked for last is what that
   * person looks at, so there the last one does not wait for what was left behind.
   */
  take(lane: Lane): Waiter<unknown> | undefined {
    const queue = this.#queueOf(lane);
    return lane === 'interactive' ? queue.pop() : queue.shift();
  }

  waitingIn(lane: Lane): number {
    return this.#queueOf(lane).length;
  }

  /** Everybody who waits. */
  get waiting(): number {
    return lanes.reduce((sum, lane) => sum + this.waitingIn(lane), 0);
  }

  /** Those who wait with something definite to send. */
  get definite(): number {
    return lanes.reduce(
      (sum, lane) => sum + this.#queueOf(lane).filter((waiter) => !waiter.isOpenEnded).length,
      0,
    );
  }

  #queueOf(lane: Lane): Waiter<unknown>[] {
    const queue = this.#queues.get(lane);
    if (queue === undefined) throw new Error(`No such lane: ${lane}`);
    return queue;
  }

  #remove(lane: Lane, waiter: unknown): boolean {
    const queue = this.#queueOf(lane);
    const index = queue.findIndex((other) => other === waiter);
    if (index === -1) return false;
    queue.splice(index, 1);
    return true;
  }
}
