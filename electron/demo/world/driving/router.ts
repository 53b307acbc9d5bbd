import { at } from '../geometry';
import type { RoadGraph } from './road-graph';

/** One edge of a route, and whether it is driven from its first node to its second. */
export interface Step {
  readonly edge: number;
  readonly forward: boolean;
}

const LANDMARKS = 8;
/** How many of them are looked at in one search: those that tell most about its two ends. */
const ACTIVE = 3;

/**
 * Fastest routes between nodes: A* with landmarks. The costs from a few far-off nodes are known
 * beforehand; by the triangle inequality they say how far apart two nodes are at least.
 * Everything is in flat arrays: a day of driving asks for many routes.
 */
export class Router {
  readonly #nodes: number;
  /** Per node, where its ways out begin; per way out, the edge, its far end, and its cost. */
  readonly #firstOut: Int32Array;
  readonly #outEdge: Int32Array;
  readonly #outNode: Int32Array;
  readonly #outCost: Float64Array;
  readonly #landmarks: Float64Array[] = [];
  readonly #best: Float64Array;
  readonly #bound: Float64Array;
  readonly #via: Int32Array;
  /** The search that last reached a node, and the one that last settled it. */
  readonly #reached: Int32Array;
  readonly #settled: Int32Array;
  readonly #heap = new Heap();
  #round = 0;

  constructor(readonly graph: RoadGraph) {
    const count = graph.nodeX.length;
    this.#nodes = count;
    // Drivers like good roads more than the clock alone tells.
    const dislike = { motorway: 0.95, avenue: 1, street: 1.18, track: 1.6 };
    const edges: number[] = [];
    const ends: number[] = [];
    const costs: number[] = [];
    this.#firstOut = new Int32Array(count + 1);
    for (let node = 0; node < count; node += 1) {
      graph.visitEdges(node, (edge, index) => {
        edges.push(index);
        ends.push(edge.from === node ? edge.to : edge.from);
        costs.push(((edge.length + 12) / (edge.limit / 3.6)) * dislike[edge.class]);
      });
      this.#firstOut[node + 1] = edges.length;
    }
    this.#outEdge = Int32Array.from(edges);
    this.#outNode = Int32Array.from(ends);
    this.#outCost = Float64Array.from(costs);
    this.#best = new Float64Array(count);
    this.#bound = new Float64Array(count);
    this.#via = new Int32Array(count);
    this.#reached = new Int32Array(count);
    this.#settled = new Int32Array(count);
    this.#placeLandmarks();
  }

  #placeLandmarks(): void {
    let node = 0;
    const nearest = new Float64Array(this.#nodes).fill(Infinity);
    for (let k = 0; k <= LANDMARKS; k += 1) {
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
    const costs = new Float64Array(this.#nodes).fill(Infinity);
    costs[source] = 0;
    const heap = this.#heap;
    heap.clear();
    heap.push(source, 0);
    while (heap.size > 0) {
      const cost = heap.topKey;
      const node = heap.pop();
      if (cost > (costs[node] ?? 0)) continue;
      const end = this.#firstOut[node + 1] ?? 0;
      for (let k = this.#firstOut[node] ?? 0; k < end; k += 1) {
        const next = this.#outNode[k] ?? 0;
        const total = cost + (this.#outCost[k] ?? 0);
        if (total < (costs[next] ?? 0)) {
          costs[next] = total;
          heap.push(next, total);
        }
      }
    }
    return costs;
  }

  /** The landmarks that bound the cost between two nodes best. */
  #activeLandmarks(source: number, target: number): Float64Array[] {
    const gap = (costs: Float64Array): number => Math.abs(at(costs, source) - at(costs, target));
    return [...this.#landmarks].sort((a, b) => gap(b) - gap(a)).slice(0, ACTIVE);
  }

  /** The fastest route from one node to another; empty when they are the same. */
  route(source: number, target: number): Step[] {
    this.#round += 1;
    const round = this.#round;
    const landmarks = this.#activeLandmarks(source, target);
    const heap = this.#heap;
    heap.clear();
    this.#best[source] = 0;
    this.#reached[source] = round;
    this.#via[source] = -1;
    heap.push(source, 0);
    while (heap.size > 0) {
      const node = heap.pop();
      if (node === target) break;
      if (this.#settled[node] === round) continue;
      this.#settled[node] = round;
      const cost = this.#best[node] ?? 0;
      const end = this.#firstOut[node + 1] ?? 0;
      for (let k = this.#firstOut[node] ?? 0; k < end; k += 1) {
        const next = this.#outNode[k] ?? 0;
        const total = cost + (this.#outCost[k] ?? 0);
        if (this.#reached[next] === round) {
          if ((this.#best[next] ?? 0) <= total) continue;
        } else {
          this.#reached[next] = round;
          let bound = 0;
          for (const costs of landmarks) {
            const least = Math.abs((costs[next] ?? 0) - (costs[target] ?? 0));
            if (least > bound) bound = least;
          }
          this.#bound[next] = bound;
        }
        this.#best[next] = total;
        this.#via[next] = k;
        heap.push(next, total + (this.#bound[next] ?? 0));
      }
    }
    const steps: Step[] = [];
    for (let node = target; node !== source;) {
      if (at(this.#reached, node) !== round) return [];
      const index = at(this.#outEdge, at(this.#via, node));
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
      if ((keys[parent] ?? 0) <= key) break;
      nodes[i] = nodes[parent] ?? 0;
      keys[i] = keys[parent] ?? 0;
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
      if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1;
      if ((keys[child] ?? 0) >= key) break;
      nodes[i] = nodes[child] ?? 0;
      keys[i] = keys[child] ?? 0;
      i = child;
    }
    nodes[i] = node;
    keys[i] = key;
    return top;
  }
}
