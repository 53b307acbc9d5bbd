interface Node {
  id: string;
  key: number;
  order: number;
}

/**
 * A heap of ids, the smallest key first, equal keys by `order`. Unlike a plain heap it finds an
 * id again, so that a vehicle can leave or move when its weight changes: O(log n).
 */
export class IndexedHeap {
  readonly #nodes: Node[] = [];
  readonly #places = new Map<string, number>();

  /** How many ids it holds. */
  get size(): number {
    return this.#nodes.length;
  }

  /** The first id with its key and order, or null. */
  peek(): Readonly<Node> | null {
    return this.#nodes[0] ?? null;
  }

  /** Adds an id that is not in the heap yet. */
  add(id: string, key: number, order: number): void {
    this.#nodes.push({ id, key, order });
    this.#rise(this.#nodes.length - 1);
  }

  /** Takes an id out; false where it is not there. */
  remove(id: string): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#places.delete(id);
    const last = this.#nodes.pop();
    if (last === undefined || last.id === id) return true;
    this.#nodes[place] = last;
    this.#places.set(last.id, place);
    this.#rise(place);
    this.#sink(this.#places.get(last.id) ?? place);
    return true;
  }

  #rise(start: number): void {
    const node = this.#nodes[start];
    if (node === undefined) return;
    let place = start;
    while (place > 0) {
      const up = (place - 1) >> 1;
      const parent = this.#nodes[up];
      if (parent === undefined || !isBefore(node, parent)) break;
      this.#nodes[place] = parent;
      this.#places.set(parent.id, place);
      place = up;
    }
    this.#nodes[place] = node;
    this.#places.set(node.id, place);
  }

  #sink(start: number): void {
    const node = this.#nodes[start];
    if (node === undefined) return;
    let place = start;
    for (;;) {
      const left = this.#nodes[2 * place + 1];
      const right = this.#nodes[2 * place + 2];
      const child = left && right && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, node)) break;
      const down = child === right ? 2 * place + 2 : 2 * place + 1;
      this.#nodes[place] = child;
      this.#places.set(child.id, place);
      place = down;
    }
    this.#nodes[place] = node;
    this.#places.set(node.id, place);
  }
}

function isBefore(a: Node, b: Node): boolean {
  return a.key < b.key || (a.key === b.key && a.order < b.order);
}
