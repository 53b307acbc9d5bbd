import { lanes, type Lane } from '@contract/budget';
import { cancelledError } from '../cancelled';

interface Shared {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  promote: (lane: Lane) => void;
  callers: number;
}

/** What runs a shared call. */
export type Run = (options: {
  signal: AbortSignal;
  /** Called with a way to move the call to a more urgent lane while it waits. */
  onQueued: (promote: (lane: Lane) => void) => void;
}) => Promise<unknown>;

/**
 * Equal reads that are under way at the same time share one request. It is given up once none of
 * its callers wants it any more, and moves up to the most urgent lane among them.
 */
export class CallsInFlight {
  readonly #shared = new Map<string, Shared>();

  /** Joins the call of this key, or begins it. */
  join(key: string, lane: Lane, signal: AbortSignal | undefined, run: Run): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(cancelledError());
    const shared = this.#shared.get(key) ?? this.#begin(key, run);
    shared.callers += 1;
    shared.promote(lane);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(cancelledError());
        this.#leave(key, shared);
      };
      signal?.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => {
        signal?.removeEventListener('abort', leave);
      });
    });
  }

  #begin(key: string, run: Run): Shared {
    const controller = new AbortController();
    let urgent: Lane | null = null;
    let move: ((lane: Lane) => void) | null = null;
    const result = run({
      signal: controller.signal,
      onQueued: (promote) => {
        move = promote;
        if (urgent !== null) promote(urgent);
      },
    }).finally(() => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    });
    // Every caller may have left by the time it fails.
    result.catch(() => undefined);
    const shared: Shared = {
      result,
      controller,
      callers: 0,
      promote: (lane) => {
        if (urgent === null || lanes.indexOf(lane) < lanes.indexOf(urgent)) urgent = lane;
        move?.(lane);
      },
    };
    this.#shared.set(key, shared);
    return shared;
  }

  #leave(key: string, shared: Shared): void {
    shared.callers -= 1;
    if (shared.callers > 0) return;
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
    shared.controller.abort();
  }
}
