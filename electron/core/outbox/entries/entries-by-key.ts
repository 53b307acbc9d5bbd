import type { RecordKey } from '@contract/records';
import type { StoredEntry } from '../../ports/store';

type KeysOf = (entry: StoredEntry) => readonly RecordKey[];

/** By their order in the outbox. */
export function inOrder(left: StoredEntry, right: StoredEntry): number {
  return left.seq - right.seq;
}

/** Entries by the keys that each of them has, in their order. It does not change. */
export class EntriesByKey {
  readonly #keysOf: KeysOf;
  readonly #byKey: ReadonlyMap<RecordKey, readonly StoredEntry[]>;

  private constructor(keysOf: KeysOf, byKey: ReadonlyMap<RecordKey, readonly StoredEntry[]>) {
    this.#keysOf = keysOf;
    this.#byKey = byKey;
  }

  /** @param entries in their order */
  static of(entries: readonly StoredEntry[], keysOf: KeysOf): EntriesByKey {
    return new EntriesByKey(keysOf, sortByKey(entries, keysOf));
  }

  /** Entries that have a key. */
  get(key: RecordKey): readonly StoredEntry[] {
    return this.#byKey.get(key) ?? [];
  }

  /**
   * The same once some entries changed: only their keys are looked at, however many others there are.
   * @param were those of them that were here
   * @param are those of them that are here from now on
   */
  with(were: readonly StoredEntry[], are: readonly StoredEntry[]): EntriesByKey {
    const ids = new Set([...were, ...are].map(({ id }) => id));
    const keys = new Set([...were, ...are].flatMap(this.#keysOf));
    if (keys.size === 0) return this;
    const byKey = new Map(this.#byKey);
    const added = sortByKey(are, this.#keysOf);
    for (const key of keys) {
      const others = this.get(key).filter(({ id }) => !ids.has(id));
      const together = [...others, ...(added.get(key) ?? [])].sort(inOrder);
      if (together.length === 0) byKey.delete(key);
      else byKey.set(key, together);
    }
    return new EntriesByKey(this.#keysOf, byKey);
  }
}

function sortByKey(entries: readonly StoredEntry[], keysOf: KeysOf): Map<RecordKey, StoredEntry[]> {
  const byKey = new Map<RecordKey, StoredEntry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [entry]);
      else others.push(entry);
    }
  }
  return byKey;
}
