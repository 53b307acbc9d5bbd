import { setImmediate as breathe } from 'node:timers/promises';

/** Records that are derived before others get their turn. */
const AT_ONCE = 500;

/**
 * Which original record has a value of its own, such as a plate. Original records are derived from
 * their index and never change, so this is found out once; deriving 50,000 takes half a second, in
 * which others go on.
 */
export class OriginalValues<T> {
  readonly #size: number;
  readonly #derive: (index: number) => T;
  readonly #indices = new Map<keyof T, Promise<ReadonlyMap<unknown, number>>>();
  readonly #known = new Map<keyof T, ReadonlyMap<unknown, number>>();

  constructor(size: number, derive: (index: number) => T) {
    this.#size = size;
    this.#derive = derive;
  }

  /** Resolves once {@link indexOf} knows a field. */
  async learn(field: keyof T): Promise<void> {
    const learning = this.#indices.get(field) ?? this.#lookThrough(field);
    this.#indices.set(field, learning);
    this.#known.set(field, await learning);
  }

  /** Index of the original record that had a value; -1 where none had. */
  indexOf(field: keyof T, value: unknown): number {
    const known = this.#known.get(field);
    if (!known) throw new Error(`Nobody has looked at ${String(field)} yet.`);
    return known.get(value) ?? -1;
  }

  async #lookThrough(field: keyof T): Promise<ReadonlyMap<unknown, number>> {
    const indices = new Map<unknown, number>();
    for (let index = 0; index < this.#size; index += 1) {
      if (index % AT_ONCE === AT_ONCE - 1) await breathe();
      indices.set(this.#derive(index)[field], index);
    }
    return indices;
  }
}
