import type { Terms } from './settled-pace';

/** What makes vehicles alike to a schedule. */
export interface Term {
  group: string;
  /** √weight, above 0. */
  root: number;
  /** Least milliseconds between two looks. */
  interval: number;
}

/** Vehicles that are alike; given back when one of them leaves. */
export interface TermCell extends Readonly<Term> {
  count: number;
}

/**
 * Counts vehicles that are alike, as they come and go. Intervals are whole seconds and weights few,
 * so that a fleet of 50,000 has some hundred cells: what follows from all of it is worked out
 * within a millisecond, where going through the vehicles takes a tenth of a second.
 */
export class TermTally {
  readonly #cells = new Set<TermCell>();
  /** The same by group, √weight and interval. */
  readonly #groups = new Map<string, Map<number, Map<number, TermCell>>>();

  /** Counts a vehicle; the answer is what `remove` takes. */
  add({ group, root, interval }: Term): TermCell {
    const roots = entryOf(this.#groups, group, () => new Map<number, Map<number, TermCell>>());
    const intervals = entryOf(roots, root, () => new Map<number, TermCell>());
    const cell = entryOf(intervals, interval, () => ({ group, root, interval, count: 0 }));
    if (cell.count === 0) this.#cells.add(cell);
    cell.count += 1;
    return cell;
  }

  /** One of the vehicles of a cell is alike no more. */
  remove(cell: TermCell): void {
    cell.count -= 1;
    if (cell.count > 0) return;
    this.#cells.delete(cell);
    const roots = this.#groups.get(cell.group);
    const intervals = roots?.get(cell.root);
    intervals?.delete(cell.interval);
    if (intervals?.size === 0) roots?.delete(cell.root);
    if (roots?.size === 0) this.#groups.delete(cell.group);
  }

  /**
   * The terms as they are.
   * @param factorOf by what the √weights of a group are multiplied
   * @param floor the least √weight, after that
   */
  terms(factorOf: (group: string) => number, floor = 0): Terms {
    const cells = [...this.#cells];
    return {
      roots: Float64Array.from(cells, ({ root, group }) => Math.max(root * factorOf(group), floor)),
      intervals: Float64Array.from(cells, ({ interval }) => Math.max(interval, 1)),
      counts: Float64Array.from(cells, ({ count }) => count),
    };
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
