import type { City } from '../city/build-city';
import { at, pathLength } from '../geometry';
import { RandomStream } from '../random';
import type { RoadClass } from '../streets';

/** A place beside a road: so many meters along an edge, from its first node. */
export interface Spot {
  readonly edge: number;
  readonly offset: number;
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly path: Float64Array;
  readonly length: number;
  /** km/h */
  readonly limit: number;
  readonly class: RoadClass;
  readonly name: string;
}

const CELL = 600;

/** The city's roads as something to drive on. Positions are in meters around the city's center. */
export class RoadGraph {
  readonly edges: readonly GraphEdge[];
  readonly nodeX: Float64Array;
  readonly nodeY: Float64Array;
  /** 1 where there is a traffic light. */
  readonly hasLight: Uint8Array;
  readonly #firstOut: Int32Array;
  readonly #out: Int32Array;
  readonly #cells = new Map<number, number[]>();
  readonly #streets: Int32Array;

  constructor(seed: number, city: City) {
    const { network, lines } = city;
    this.edges = network.edges.map((edge) => {
      const line = lines[edge.line];
      if (!line) throw new RangeError('an edge without its road');
      return {
        from: edge.from,
        to: edge.to,
        path: Float64Array.from(edge.path),
        length: pathLength(edge.path),
        limit: line.limit,
        class: line.class,
        name: line.name,
      };
    });
    const count = network.nodes.length / 2;
    this.nodeX = new Float64Array(count);
    this.nodeY = new Float64Array(count);
    for (let node = 0; node < count; node += 1) {
      this.nodeX[node] = at(network.nodes, node * 2);
      this.nodeY[node] = at(network.nodes, node * 2 + 1);
    }
    const degree = new Int32Array(count + 1);
    for (const edge of this.edges) {
      degree[edge.from] = at(degree, edge.from) + 1;
      degree[edge.to] = at(degree, edge.to) + 1;
    }
    this.#firstOut = new Int32Array(count + 1);
    for (let node = 0; node < count; node += 1) {
      this.#firstOut[node + 1] = at(this.#firstOut, node) + at(degree, node);
    }
    const fill = this.#firstOut.slice();
    this.#out = new Int32Array(this.edges.length * 2);
    const streets: number[] = [];
    this.edges.forEach((edge, index) => {
      for (const node of [edge.from, edge.to]) {
        this.#out[at(fill, node)] = index;
        fill[node] = at(fill, node) + 1;
      }
      if (edge.class === 'street' && edge.length > 40) {
        streets.push(index);
        const middle = (edge.path.length >> 2) * 2;
        const key = cellKey(at(edge.path, middle), at(edge.path, middle + 1));
        const cell = this.#cells.get(key);
        if (cell) cell.push(index);
        else this.#cells.set(key, [index]);
      }
    });
    this.#streets = Int32Array.from(streets);
    this.hasLight = this.#placeLights(seed);
  }

  /** Lights stand where avenues cross, and at some corners of an avenue and a street. */
  #placeLights(seed: number): Uint8Array {
    const random = new RandomStream(seed, 801);
    const lights = new Uint8Array(this.nodeX.length);
    for (let node = 0; node < lights.length; node += 1) {
      let avenues = 0;
      let others = 0;
      let isFast = false;
      this.visitEdges(node, (edge) => {
        if (edge.class === 'motorway' || edge.limit > 70) isFast = true;
        else if (edge.class === 'avenue') avenues += 1;
        else others += 1;
      });
      if (isFast || avenues + others < 3) continue;
      if (avenues >= 3 ? random.chance(0.85) : avenues >= 2 && random.chance(0.13))
        lights[node] = 1;
    }
    return lights;
  }

  visitEdges(node: number, visit: (edge: GraphEdge, index: number) => void): void {
    const end = at(this.#firstOut, node + 1);
    for (let k = at(this.#firstOut, node); k < end; k += 1) {
      const index = at(this.#out, k);
      visit(this.edge(index), index);
    }
  }

  edge(index: number): GraphEdge {
    const edge = this.edges[index];
    if (!edge) throw new RangeError(`there is no road ${index}`);
    return edge;
  }

  /** Any spot on a street of the city or a village. */
  anySpot(random: RandomStream): Spot {
    return this.#spotOn(
      at(this.#streets, Math.floor(random.next() * this.#streets.length)),
      random,
    );
  }

  /** A spot on a street around a position, within about `radius` meters. */
  spotNear(x: number, y: number, radius: number, random: RandomStream): Spot {
    for (let tries = 0; tries < 14; tries += 1) {
      const reach = radius * (1 + tries * 0.35);
      const angle = random.next() * 2 * Math.PI;
      const distance = Math.sqrt(random.next()) * reach;
      const cell = this.#cells.get(
        cellKey(x + Math.cos(angle) * distance, y + Math.sin(angle) * distance),
      );
      if (cell) return this.#spotOn(random.pick(cell), random);
    }
    return this.anySpot(random);
  }

  #spotOn(edge: number, random: RandomStream): Spot {
    const { length } = this.edge(edge);
    return { edge, offset: length * random.between(0.2, 0.8) };
  }

  /** Where a spot is, in meters around the center. */
  locate(spot: Spot): { x: number; y: number } {
    const { path } = this.edge(spot.edge);
    let left = spot.offset;
    for (let i = 2; i < path.length; i += 2) {
      const ax = at(path, i - 2);
      const ay = at(path, i - 1);
      const dx = at(path, i) - ax;
      const dy = at(path, i + 1) - ay;
      const length = Math.hypot(dx, dy);
      if (left <= length || i === path.length - 2) {
        const t = length === 0 ? 0 : Math.min(1, left / length);
        return { x: ax + dx * t, y: ay + dy * t };
      }
      left -= length;
    }
    return { x: at(path, 0), y: at(path, 1) };
  }
}

function cellKey(x: number, y: number): number {
  return (Math.floor(x / CELL) + 512) * 1024 + Math.floor(y / CELL) + 512;
}
