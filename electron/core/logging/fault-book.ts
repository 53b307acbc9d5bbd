import type { FaultEntry } from '@contract/journal';

/** So many different faults are kept. */
const MOST_FAULTS = 50;

/** The last faults, the same one once with a count. */
export class FaultBook {
  /** The oldest first. */
  readonly #faults = new Map<string, FaultEntry>();

  /** @param detail redacted; the first line of it tells one fault from another */
  add(where: string, detail: string, at: number): void {
    const key = `${where}\n${detail.split('\n', 1)[0] ?? ''}`;
    const known = this.#faults.get(key);
    this.#faults.delete(key);
    this.#faults.set(key, {
      where,
      detail,
      firstAt: known?.firstAt ?? at,
      lastAt: at,
      count: (known?.count ?? 0) + 1,
    });
    const [oldest] = this.#faults.keys();
    if (this.#faults.size > MOST_FAULTS && oldest !== undefined) this.#faults.delete(oldest);
  }

  /** The newest first. */
  list(): FaultEntry[] {
    return [...this.#faults.values()].reverse();
  }
}
