import { lanes, type Lane } from '@contract/budget';
import { SharedReads } from '../shared-reads';

/** What runs a shared call. */
export type Run = (options: {
  signal: AbortSignal;
  /** Called with a way to move the call to a more urgent lane while it waits. */
  onQueued: (promote: (lane: Lane) => void) => void;
}) => Promise<unknown>;

/**
 * Equal reads that are under way at the same time share one request, which moves up to the most
 * urgent lane among its callers.
 */
export class CallsInFlight {
  readonly #reads = new SharedReads<unknown>();
  readonly #urgencies = new Map<string, Urgency>();

  /** Joins the call of this key, or begins it. */
  join(key: string, lane: Lane, signal: AbortSignal | undefined, run: Run): Promise<unknown> {
    const joined = this.#reads.join(key, signal, (shared) => this.#begin(key, shared, run));
    if (!signal?.aborted) this.#urgencies.get(key)?.raise(lane);
    return joined;
  }

  async #begin(key: string, signal: AbortSignal, run: Run): Promise<unknown> {
    const urgency = new Urgency();
    this.#urgencies.set(key, urgency);
    try {
      return await run({
        signal,
        onQueued: (promote) => {
          urgency.follow(promote);
        },
      });
    } finally {
      if (this.#urgencies.get(key) === urgency) this.#urgencies.delete(key);
    }
  }
}

/** The most urgent lane that was asked for, told to whatever waits in the queue for it. */
class Urgency {
  #lane: Lane | null = null;
  #promote: ((lane: Lane) => void) | null = null;

  raise(lane: Lane): void {
    if (this.#lane === null || lanes.indexOf(lane) < lanes.indexOf(this.#lane)) this.#lane = lane;
    this.#promote?.(lane);
  }

  follow(promote: (lane: Lane) => void): void {
    this.#promote = promote;
    if (this.#lane !== null) promote(this.#lane);
  }
}
