/** A request that waits for a session. */
interface Waiting<S> {
  take(session: S): void;
}

/** Hands out sessions, each to one request at a time, in the order in which they were asked for. */
export class Turns<S> {
  readonly #free: S[] = [];
  readonly #unopened: string[];
  readonly #open: (name: string) => S;
  readonly #queue: Waiting<S>[] = [];

  /** @param options a session for each name; it is opened when it is first needed */
  constructor({ names, open }: { names: readonly string[]; open: (name: string) => S }) {
    this.#unopened = [...names];
    this.#open = open;
  }

  /** A session for one request; give it back with {@link giveBack}. @throws the signal's reason */
  async take(signal: AbortSignal | undefined): Promise<S> {
    signal?.throwIfAborted();
    const free = this.#free.pop() ?? this.#openNext();
    if (free !== null) return free;
    return new Promise<S>((resolve, reject) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting<S> = {
        take: (session) => {
          signal?.removeEventListener('abort', leave);
          resolve(session);
        },
      };
      this.#queue.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** The request of this session is over. */
  giveBack(session: S): void {
    const next = this.#queue.shift();
    if (next) next.take(session);
    else this.#free.push(session);
  }

  #openNext(): S | null {
    const name = this.#unopened.shift();
    return name === undefined ? null : this.#open(name);
  }
}
