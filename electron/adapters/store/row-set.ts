/**
 * Numbers of rows, each once, to go through and to ask about. A bit a row of the table: sets of
 * tens of thousands are made and asked many times faster than a `Set` is.
 */
export class RowSet {
  readonly ids: readonly number[];
  readonly #bits: Uint8Array;

  /** @param ids some may come twice */
  constructor(ids: Iterable<number>) {
    const given = Array.isArray(ids) ? (ids as readonly number[]) : [...ids];
    let most = 0;
    for (const id of given) if (id > most) most = id;
    const bits = new Uint8Array((most >> 3) + 1);
    const once: number[] = [];
    for (const id of given) {
      const at = id >> 3;
      const bit = 1 << (id & 7);
      const byte = bits[at] ?? 0;
      if ((byte & bit) !== 0) continue;
      bits[at] = byte | bit;
      once.push(id);
    }
    this.ids = once;
    this.#bits = bits;
  }

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }
}
