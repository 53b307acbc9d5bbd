import { cancelledError } from './cancelled';

interface SharedRead<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Equal reads that are under way at the same time are one. It is given up once none of its callers
 * wants it any more; a caller that leaves early is let go at once and takes nothing from others.
 */
export class SharedReads<T> {
  readonly #reads = new Map<string, SharedRead<T>>();

  /**
   * Joins the read of this key, or begins it; `begin` gets the signal that tells when nobody wants
   * it any more. @throws FleetdeskError `cancelled` once the caller's own signal aborts
   */
  join(
    key: string,
    signal: AbortSignal | undefined,
    begin: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelledError());
    const read = this.#reads.get(key) ?? this.#begin(key, begin);
    read.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(cancelledError());
        this.#leave(key, read);
      };
      signal?.addEventListener('abort', leave, { once: true });
      read.result.then(resolve, reject).finally(() => {
        signal?.removeEventListener('abort', leave);
      });
    });
  }

  /** Gives up everything that is under way. */
  stop(): void {
    for (const { controller } of this.#reads.values()) controller.abort();
    this.#reads.clear();
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
    const controller = new AbortController();
    const result = begin(controller.signal).finally(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    // Every caller may have left by the time it fails.
    result.catch(() => undefined);
    const read: SharedRead<T> = { result, controller, callers: 0 };
    this.#reads.set(key, read);
    return read;
  }

  #leave(key: string, read: SharedRead<T>): void {
    read.callers -= 1;
    if (read.callers > 0) return;
    if (this.#reads.get(key) === read) this.#reads.delete(key);
    read.controller.abort();
  }
}
