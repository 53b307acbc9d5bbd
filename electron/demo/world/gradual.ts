import { setTimeout as rest } from 'node:timers/promises';

/** So long, in milliseconds, steps follow each other; so long others have for themselves then. */
const STRETCH = 10;
const REST = 10;

/** Work in steps, each short enough that nobody minds waiting for it. */
export type Steps<T> = Generator<undefined, T>;

/**
 * Something large that is built step by step: in between when there is time, or in one go
 * when it is needed now. It is built once.
 */
export class Gradual<T> {
  readonly #steps: Steps<T>;
  #built: { readonly value: T } | null = null;
  /** The stretch that all who wait for it share. */
  #next: Promise<void> | null = null;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** What is built; the rest of it is built at once. */
  get value(): T {
    for (;;) {
      if (this.#built) return this.#built.value;
      this.step();
    }
  }

  /** Takes one more step; true once there is nothing left to do. */
  step(): boolean {
    if (this.#built === null) {
      const { done, value } = this.#steps.next();
      if (done === true) this.#built = { value };
    }
    return this.#built !== null;
  }

  /**
   * What is built, once it is; others get their turn between the steps. That is some time and not
   * one turn of the event loop: a request takes several.
   */
  async arrive(signal?: AbortSignal): Promise<T> {
    while (this.#built === null) {
      signal?.throwIfAborted();
      this.#next ??= this.#goOn();
      await this.#next;
    }
    return this.#built.value;
  }

  async #goOn(): Promise<void> {
    await rest(REST);
    this.#next = null;
    const until = performance.now() + STRETCH;
    while (!this.step() && performance.now() < until);
  }
}

/** Takes all steps at once. */
export function allAtOnce<T>(steps: Steps<T>): T {
  return new Gradual(steps).value;
}
