import { indexOf, type Kind } from './ids';
import { OriginalValues } from './original-values';

/**
 * Records that are derived from their index until somebody changes them. A collection of 50,000
 * costs nothing at the start; it holds what was created, changed and deleted.
 */
export class Collection<T extends { readonly id: string }> {
  readonly #changed = new Map<string, T>();
  readonly #deleted = new Set<string>();
  readonly #created = new Map<string, T>();
  readonly #original: OriginalValues<T>;

  constructor(
    readonly seed: number,
    readonly kind: Kind,
    readonly size: number,
    readonly derive: (index: number) => T,
  ) {
    this.#original = new OriginalValues(size, derive);
  }

  get count(): number {
    return this.size - this.#deleted.size + this.#created.size;
  }

  get(id: string): T | undefined {
    if (this.#deleted.has(id)) return undefined;
    const known = this.#created.get(id) ?? this.#changed.get(id);
    if (known) return known;
    const index = indexOf(this.seed, this.kind, id);
    return index >= 0 && index < this.size ? this.derive(index) : undefined;
  }

  /** The record at an index of the original ones, as it is now. */
  at(index: number): T | undefined {
    const record = this.derive(index);
    if (this.#deleted.has(record.id)) return undefined;
    return this.#changed.get(record.id) ?? record;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.size; index += 1) {
      const record = this.at(index);
      if (record) yield record;
    }
    yield* this.#created.values();
  }

  /** A page of all records in their order, without looking at those before it. */
  page(offset: number, limit: number): T[] {
    const result: T[] = [];
    let first = offset;
    for (const gone of this.#deletedIndices()) {
      if (gone > first) break;
      first += 1;
    }
    for (let index = first; index < this.size && result.length < limit; index += 1) {
      const record = this.at(index);
      if (record) result.push(record);
    }
    const created = [...this.#created.values()];
    const skip = Math.max(0, offset - (this.size - this.#deleted.size));
    return result.concat(created.slice(skip, skip + limit - result.length));
  }

  /** Resolves once {@link holderOf} can tell who has a value of these fields. */
  async learn(fields: readonly (keyof T & string)[]): Promise<void> {
    for (const field of fields) await this.#original.learn(field);
  }

  /** The record that has a value which belongs to one alone; {@link learn} the field before. */
  holderOf(field: keyof T & string, value: unknown): T | undefined {
    for (const record of [...this.#created.values(), ...this.#changed.values()]) {
      if (record[field] === value) return record;
    }
    const index = this.#original.indexOf(field, value);
    const record = index < 0 ? undefined : this.at(index);
    return record?.[field] === value ? record : undefined;
  }

  add(record: T): void {
    this.#created.set(record.id, record);
  }

  /** Replaces a record that exists. */
  put(record: T): void {
    if (this.#created.has(record.id)) this.#created.set(record.id, record);
    else this.#changed.set(record.id, record);
  }

  remove(id: string): void {
    if (!this.#created.delete(id)) this.#deleted.add(id);
    this.#changed.delete(id);
  }

  #deletedIndices(): number[] {
    return Array.from(this.#deleted, (id) => indexOf(this.seed, this.kind, id)).sort(
      (a, b) => a - b,
    );
  }
}
