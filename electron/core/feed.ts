/** Listeners of one kind of patch. A listener that throws stops no other. */
export class Feed<Patch> {
  readonly #listeners = new Set<(patch: Patch) => void>();
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault gets what a listener threw */
  constructor(onFault: (fault: unknown) => void = () => undefined) {
    this.#onFault = onFault;
  }

  /** Adds a listener; the answer removes it. */
  subscribe(listener: (patch: Patch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hands a patch to every listener, in the order they came. */
  publish(patch: Patch): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(patch);
      } catch (fault) {
        this.#onFault(fault);
      }
    }
  }
}
