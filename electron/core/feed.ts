import { reportFault } from './faults';

/** Listeners of one kind of patch. A listener that throws is reported and stops no other. */
export class Feed<Patch> {
  readonly #listeners = new Set<(patch: Patch) => void>();
  readonly #topic: string;

  /** @param topic what the patches are about, for the report of a listener that throws */
  constructor(topic: string) {
    this.#topic = topic;
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
        reportFault(`a listener of ${this.#topic} failed`, fault);
      }
    }
  }
}
