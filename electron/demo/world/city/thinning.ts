import { at, pathLength, type Point } from '../geometry';
import { fraction } from '../random';
import type { Line } from './lines';
import { chainEdges } from './chains';
import { buildNetwork, type Edge, type Network } from './network';
import { isWet, type Terrain } from './terrain';

/** Dead ends of streets shorter than this, in meters, are not worth having. */
const SHORTEST_DEAD_END = 75;

/**
 * Takes away what a plan has and a city does not: streets through water, some pieces between
 * blocks, stubs, and roads that hang together with nothing.
 */
export function thinNetwork(
  seed: number,
  network: Network,
  lines: readonly Line[],
  terrain: Terrain,
): Network {
  const degree = new Int32Array(network.nodes.length / 2);
  const count = (edge: Edge, by: number): void => {
    degree[edge.from] = at(degree, edge.from) + by;
    degree[edge.to] = at(degree, edge.to) + by;
  };
  for (const edge of network.edges) count(edge, 1);
  let edges = network.edges.filter((edge, index) => {
    const line = lines[edge.line];
    if (line?.class !== 'street') return true;
    const middle = (edge.path.length >> 2) * 2;
    const x = at(edge.path, middle);
    const y = at(edge.path, middle + 1);
    const isFlooded = isWet(terrain, x, y, 8);
    const mayGo = at(degree, edge.from) >= 4 && at(degree, edge.to) >= 4;
    const wild = line.limit <= 30 ? 0.24 : 0.1;
    if (isFlooded || (mayGo && fraction(seed, 601, index) < wild)) {
      count(edge, -1);
      return false;
    }
    return true;
  });
  for (let before = -1; before !== edges.length;) {
    before = edges.length;
    edges = edges.filter((edge) => {
      if (lines[edge.line]?.class === 'motorway') return true;
      const isStub = at(degree, edge.from) === 1 || at(degree, edge.to) === 1;
      if (!isStub || pathLength(edge.path) > SHORTEST_DEAD_END) return true;
      count(edge, -1);
      return false;
    });
  }
  return compacted(network, largestPart(network, edges));
}

/**
 * The arterial roads without the pieces that end in the middle of nothing. What is left of each
 * road comes back as a line of its own.
 */
export function withoutLooseEnds(lines: readonly Line[], gates: readonly Point[]): Line[] {
  const network = buildNetwork(lines);
  const degree = new Int32Array(network.nodes.length / 2);
  const count = (edge: Edge, by: number): void => {
    degree[edge.from] = at(degree, edge.from) + by;
    degree[edge.to] = at(degree, edge.to) + by;
  };
  const isLoose = (node: number): boolean => {
    const x = at(network.nodes, node * 2);
    const y = at(network.nodes, node * 2 + 1);
    return at(degree, node) === 1 && !gates.some((gate) => Math.hypot(gate.x - x, gate.y - y) < 5);
  };
  let edges = network.edges;
  for (const edge of edges) count(edge, 1);
  for (let before = -1; before !== edges.length;) {
    before = edges.length;
    edges = edges.filter((edge) => {
      if (lines[edge.line]?.class === 'motorway') return true;
      if (!isLoose(edge.from) && !isLoose(edge.to)) return true;
      count(edge, -1);
      return false;
    });
  }
  return chainEdges(edges).flatMap(({ line, path }) => {
    const original = lines[line];
    return original ? [{ ...original, path }] : [];
  });
}

function largestPart(network: Network, edges: readonly Edge[]): Edge[] {
  const parent = Int32Array.from({ length: network.nodes.length / 2 }, (_, node) => node);
  const root = (node: number): number => {
    let top = node;
    while (at(parent, top) !== top) top = at(parent, top);
    for (let walk = node; walk !== top;) {
      const next = at(parent, walk);
      parent[walk] = top;
      walk = next;
    }
    return top;
  };
  for (const edge of edges) parent[root(edge.from)] = root(edge.to);
  const sizes = new Map<number, number>();
  for (const edge of edges) {
    const top = root(edge.from);
    sizes.set(top, (sizes.get(top) ?? 0) + 1);
  }
  let main = -1;
  let size = 0;
  for (const [top, count] of sizes) {
    if (count > size) {
      main = top;
      size = count;
    }
  }
  return edges.filter((edge) => root(edge.from) === main);
}

function compacted(network: Network, edges: readonly Edge[]): Network {
  const index = new Map<number, number>();
  const nodes: number[] = [];
  const renumber = (node: number): number => {
    const known = index.get(node);
    if (known !== undefined) return known;
    const fresh = nodes.length / 2;
    index.set(node, fresh);
    nodes.push(at(network.nodes, node * 2), at(network.nodes, node * 2 + 1));
    return fresh;
  };
  return {
    nodes,
    edges: edges.map((edge) => ({ ...edge, from: renumber(edge.from), to: renumber(edge.to) })),
  };
}
