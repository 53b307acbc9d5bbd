/**
 * Everything in the demo world comes from a seed through the functions of this file, so that the
 * same seed gives the same city, fleet and journeys on every machine and in every process.
 */

/** Mixes any number of integers into one well-spread unsigned 32-bit integer. */
export function hash(...values: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const value of values) {
    let k = Math.imul(value | 0, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Mixes integers into a number in [0, 1). */
export function fraction(...values: readonly number[]): number {
  return hash(...values) / 4294967296;
}

/** A small, fast stream of random numbers (mulberry32). */
export class RandomStream {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = hash(...seeds);
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer in [low, high], both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One item of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return pickAt(items, Math.floor(this.next() * items.length));
  }

  /** Puts a list into random order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.next() * (i + 1));
      const held = pickAt(items, i);
      items[i] = pickAt(items, j);
      items[j] = held;
    }
    return items;
  }
}

/** The item at an index, counted round the end of a list that is not empty. */
export function pickAt<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('cannot pick from an empty list');
  return item;
}

/** Smooth noise in [-1, 1] over the plane; features are about one unit wide. */
export function noise(seed: number, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const a = fraction(seed, x0, y0);
  const b = fraction(seed, x0 + 1, y0);
  const c = fraction(seed, x0, y0 + 1);
  const d = fraction(seed, x0 + 1, y0 + 1);
  const top = a + (b - a) * sx;
  const bottom = c + (d - c) * sx;
  return (top + (bottom - top) * sy) * 2 - 1;
}
