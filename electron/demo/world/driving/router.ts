import { at } from '../geometry';
import type { RoadGraph } from './road-graph';

/** One edge of a route, and whether it is driven from its first node to its second. */
export interface Step {
  readonly edge: number;
  readonly forward: boolean;
}

const LANDMARKS = 8;

/**
 * Fastest routes between nodes: A* with landmarks. The distances from a few far-off nodes are
 * known beforehand; by the triangle inequality they say how far apart two nodes are at least.
 */
export class Router {
  readonly #cost: Float64Array;
  readonly #landmarks: Float64Array[] = [];
  readonly #best: Float64Array;
  readonly #via: Int32Array;
  readonly #stamp: Int32Array;
  readonly #done: Int32Array;
  readonly #heap = new Heap();
  #round = 0;

  constructor(readonly graph: RoadGraph) {
    const count = graph.nodeX.length;
    // Drivers like good roads more than the clock alone tells.
    const dislike = { motorway: 0.95, avenue: 1, street: 1.18, track: 1.6 };
    this.#cost = Float64Array.from(
      graph.edges,
      (edge) => ((edge.length + 12) / (edge.limit / 3.6)) * dislike[edge.class],
    );
    this.#best = new Float64Array(count);
    this.#via = new Int32Array(count);
    this.#stamp = new Int32Array(count);
    this.#done = new Int32Array(count);
    this.#placeLandmarks();
  }

  #placeLandmarks(): void {
    let node = 0;
    const nearest = new Float64Array(this.graph.nodeX.length).fill(Infinity);
    for (let k = 0; k < LANDMARKS; k += 1) {
      const costs = this.#costsFrom(node);
      // The first node only finds the border; landmarks are the nodes farthest from each other.
      if (k > 0) this.#landmarks.push(costs);
      let farthest = 0;
      for (let i = 0; i < costs.length; i += 1) {
        nearest[i] = k === 0 ? at(costs, i) : Math.min(at(nearest, i), at(costs, i));
        if (at(nearest, i) > at(nearest, farthest)) farthest = i;
      }
      if (k === 0) nearest.fill(Infinity);
      node = farthest;
    }
  }

  #costsFrom(source: number): Float64Array {
    const costs = new Float64Array(this.graph.nodeX.length).fill(Infinity);
    costs[source] = 0;
    const heap = this.#heap;
    heap.clear();
    heap.push(source, 0);
    while (heap.size > 0) {
      const cost = heap.topKey;
      const node = heap.pop();
      if (cost > at(costs, node)) continue;
      this.graph.visitEdges(node, (edge, index) => {
        const next = edge.from === node ? edge.to : edge.from;
        const total = cost + at(this.#cost, index);
        if (total < at(costs, next)) {
          costs[next] = total;
          heap.push(next, total);
        }
      });
    }
    return costs;
  }

  #atLeast(node: number, target: number): number {
    let bound = 0;
    for (const costs of this.#landmarks) {
      const difference = Math.abs(at(costs, node) - at(costs, target));
      if (difference > bound) bound = difference;
    }
    return bound;
  }

  /** The fastest route from one node to another; empty when they are the same. */
  route(source: number, target: number): Step[] {
    this.#round += 1;
    const round = this.#round;
    const heap = this.#heap;
    heap.clear();
    this.#best[source] = 0;
    this.#stamp[source] = round;
    this.#via[source] = -1;
    heap.push(source, this.#atLeast(source, target));
    while (heap.size > 0) {
      const node = heap.pop();
      if (node === target) break;
      if (at(this.#done, node) === round) continue;
      this.#done[node] = round;
      const cost = at(this.#best, node);
      this.graph.visitEdges(node, (edge, index) => {
        const next = edge.from === node ? edge.to : edge.from;
        const total = cost + at(this.#cost, index);
        if (at(this.#stamp, next) === round && at(this.#best, next) <= total) return;
        this.#best[next] = total;
        this.#stamp[next] = round;
        this.#via[next] = index;
        heap.push(next, total + this.#atLeast(next, target));
      });
    }
    const steps: Step[] = [];
    for (let node = target; node !== source;) {
      const index = at(this.#via, node);
      if (at(this.#stamp, node) !== round || index < 0) return [];
      const edge = this.graph.edge(index);
      const forward = edge.to === node;
      steps.push({ edge: index, forward });
      node = forward ? edge.from : edge.to;
    }
    return steps.reverse();
  }
}

/** A binary heap of nodes with the smallest key on top. */
class Heap {
  readonly #nodes: number[] = [];
  readonly #keys: number[] = [];

  get size(): number {
    return this.#nodes.length;
  }

  get topKey(): number {
    return at(this.#keys, 0);
  }

  clear(): void {
    this.#nodes.length = 0;
    this.#keys.length = 0;
  }

  push(node: number, key: number): void {
    const nodes = this.#nodes;
    const keys = this.#keys;
    let i = nodes.length;
    nodes.push(node);
    keys.push(key);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (at(keys, parent) <= key) break;
      nodes[i] = at(nodes, parent);
      keys[i] = at(keys, parent);
      i = parent;
    }
    nodes[i] = node;
    keys[i] = key;
  }

  pop(): number {
    const nodes = this.#nodes;
    const keys = this.#keys;
    const top = at(nodes, 0);
    const node = nodes.pop() ?? 0;
    const key = keys.pop() ?? 0;
    const size = nodes.length;
    if (size === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && at(keys, child + 1) < at(keys, child)) child += 1;
      if (at(keys, child) >= key) break;
      nodes[i] = at(nodes, child);
      keys[i] = at(keys, child);
      i = child;
    }
    nodes[i] = node;
    keys[i] = key;
    return top;
  }
}
