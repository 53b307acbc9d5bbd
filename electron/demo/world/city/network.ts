import { at, densified, pathLength, projectOnSegment, type Path } from '../geometry';
import { allAtOnce, type Steps } from '../gradual';
import type { RoadClass } from '../streets';
import { doMeet, type Line } from './lines';

export interface Edge {
  /** Node indices at its two ends. */
  readonly from: number;
  readonly to: number;
  /** Index of the line it is a piece of. */
  readonly line: number;
  /** From the position of `from` to that of `to`. */
  readonly path: Path;
}

/** Roads cut at their crossings into nodes and edges. */
export interface Network {
  readonly nodes: Path;
  readonly edges: readonly Edge[];
}

interface Cut {
  readonly segment: number;
  readonly t: number;
  readonly x: number;
  readonly y: number;
}

const CELL = 100;
const LONGEST_SEGMENT = 80;
/** A road that ends this near to another one, in meters, is joined to it. */
const JOIN_DISTANCE = 24;
/** Crossings nearer than this, in meters, are one. */
const MERGE_DISTANCE = 9;

const RANK: Record<RoadClass, number> = { motorway: 0, avenue: 1, street: 2, track: 3 };

/** Finds all crossings and joins of the given roads. The better the road, the less it is bent. */
export function buildNetwork(lines: readonly Line[]): Network {
  return allAtOnce(layNetwork(lines));
}

/** The same, step by step. */
export function* layNetwork(lines: readonly Line[]): Steps<Network> {
  const paths = lines.map((line) => densified(line.path, LONGEST_SEGMENT));
  const cuts: Cut[][] = lines.map(() => []);
  const grid = new SegmentGrid(paths);
  yield;
  joinEnds(lines, paths, cuts, grid);
  yield;
  crossLines(lines, paths, cuts, grid);
  yield;
  return cutLines(lines, paths, cuts);
}

/** Segments by the cell they touch; a segment is `line * 2^13 + index`. */
class SegmentGrid {
  readonly #cells = new Map<number, number[]>();

  constructor(readonly paths: readonly Path[]) {
    paths.forEach((path, line) => {
      for (let i = 0; i + 3 < path.length; i += 2) this.#add(line, i / 2, path);
    });
  }

  #add(line: number, segment: number, path: Path): void {
    const ax = at(path, segment * 2);
    const ay = at(path, segment * 2 + 1);
    const bx = at(path, segment * 2 + 2);
    const by = at(path, segment * 2 + 3);
    const x1 = Math.floor(Math.max(ax, bx) / CELL);
    const y1 = Math.floor(Math.max(ay, by) / CELL);
    for (let x = Math.floor(Math.min(ax, bx) / CELL); x <= x1; x += 1) {
      for (let y = Math.floor(Math.min(ay, by) / CELL); y <= y1; y += 1) {
        const key = cellKey(x, y);
        const cell = this.#cells.get(key);
        const id = line * 8192 + segment;
        if (cell) cell.push(id);
        else this.#cells.set(key, [id]);
      }
    }
  }

  near(x: number, y: number, reach: number, visit: (line: number, segment: number) => void): void {
    const x1 = Math.floor((x + reach) / CELL);
    const y1 = Math.floor((y + reach) / CELL);
    for (let cx = Math.floor((x - reach) / CELL); cx <= x1; cx += 1) {
      for (let cy = Math.floor((y - reach) / CELL); cy <= y1; cy += 1) {
        for (const id of this.#cells.get(cellKey(cx, cy)) ?? []) {
          visit(Math.floor(id / 8192), id % 8192);
        }
      }
    }
  }

  /** Visits every pair of segments of different lines that share a cell. A pair may come twice. */
  pairs(visit: (lineA: number, segmentA: number, lineB: number, segmentB: number) => void): void {
    for (const cell of this.#cells.values()) {
      for (let i = 0; i < cell.length; i += 1) {
        const a = at(cell, i);
        const lineA = Math.floor(a / 8192);
        for (let j = i + 1; j < cell.length; j += 1) {
          const b = at(cell, j);
          const lineB = Math.floor(b / 8192);
          if (lineA !== lineB) visit(lineA, a % 8192, lineB, b % 8192);
        }
      }
    }
  }
}

function cellKey(x: number, y: number): number {
  return (x + 4096) * 8192 + (y + 4096);
}

function joinEnds(
  lines: readonly Line[],
  paths: readonly Path[],
  cuts: Cut[][],
  grid: SegmentGrid,
): void {
  lines.forEach((line, index) => {
    const path = pathAt(paths, index);
    for (const end of [0, path.length - 2]) {
      const x = at(path, end);
      const y = at(path, end + 1);
      let best = JOIN_DISTANCE;
      let found: { line: number; cut: Cut } | null = null;
      grid.near(x, y, JOIN_DISTANCE, (other, segment) => {
        const otherLine = lines[other];
        if (other === index || !otherLine || !doMeet(line, otherLine)) return;
        const to = pathAt(paths, other);
        const ax = at(to, segment * 2);
        const ay = at(to, segment * 2 + 1);
        const dx = at(to, segment * 2 + 2) - ax;
        const dy = at(to, segment * 2 + 3) - ay;
        const { distance, t } = projectOnSegment(x, y, ax, ay, ax + dx, ay + dy);
        if (distance >= best) return;
        best = distance;
        found = { line: other, cut: { segment, t, x: ax + dx * t, y: ay + dy * t } };
      });
      const target = found as { line: number; cut: Cut } | null;
      if (!target) continue;
      path[end] = target.cut.x;
      path[end + 1] = target.cut.y;
      cuts[target.line]?.push(target.cut);
    }
  });
}

function crossLines(
  lines: readonly Line[],
  paths: readonly Path[],
  cuts: Cut[][],
  grid: SegmentGrid,
): void {
  grid.pairs((lineA, segmentA, lineB, segmentB) => {
    const a = pathAt(paths, lineA);
    const b = pathAt(paths, lineB);
    const ax = at(a, segmentA * 2);
    const ay = at(a, segmentA * 2 + 1);
    const adx = at(a, segmentA * 2 + 2) - ax;
    const ady = at(a, segmentA * 2 + 3) - ay;
    const bx = at(b, segmentB * 2);
    const by = at(b, segmentB * 2 + 1);
    const bdx = at(b, segmentB * 2 + 2) - bx;
    const bdy = at(b, segmentB * 2 + 3) - by;
    const cross = adx * bdy - ady * bdx;
    if (cross === 0) return;
    const t = ((bx - ax) * bdy - (by - ay) * bdx) / cross;
    const u = ((bx - ax) * ady - (by - ay) * adx) / cross;
    if (t < 0 || t > 1 || u < 0 || u > 1) return;
    const [first, second] = [lines[lineA], lines[lineB]];
    if (!first || !second || !doMeet(first, second)) return;
    const x = ax + adx * t;
    const y = ay + ady * t;
    cuts[lineA]?.push({ segment: segmentA, t, x, y });
    cuts[lineB]?.push({ segment: segmentB, t: u, x, y });
  });
}

function cutLines(lines: readonly Line[], paths: readonly Path[], cuts: Cut[][]): Network {
  const nodes = new NodeIndex();
  const edges: Edge[] = [];
  const known = new Set<string>();
  const order = lines
    .map((line, index) => ({ index, rank: RANK[line.class] }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  for (const { index } of order) {
    const path = pathAt(paths, index);
    const lastSegment = path.length / 2 - 2;
    const stops: Cut[] = [
      { segment: 0, t: 0, x: at(path, 0), y: at(path, 1) },
      ...(cuts[index] ?? []).sort((a, b) => a.segment - b.segment || a.t - b.t),
      {
        segment: lastSegment,
        t: 1,
        x: at(path, path.length - 2),
        y: at(path, path.length - 1),
      },
    ];
    let previous: { cut: Cut; node: number } | null = null;
    for (const cut of stops) {
      const node = nodes.at(cut.x, cut.y);
      if (previous && previous.node !== node) {
        const edge: Path = [nodes.x(previous.node), nodes.y(previous.node)];
        for (let i = previous.cut.segment + 1; i <= cut.segment; i += 1) {
          edge.push(at(path, i * 2), at(path, i * 2 + 1));
        }
        edge.push(nodes.x(node), nodes.y(node));
        const key = `${Math.min(previous.node, node)}:${Math.max(previous.node, node)}`;
        const length = pathLength(edge);
        // Two roads that share a piece would otherwise be drawn and driven twice.
        const twin = `${key}:${Math.round(length / 30)}`;
        if (!known.has(twin)) {
          known.add(twin);
          edges.push({ from: previous.node, to: node, line: index, path: cleaned(edge) });
        }
      }
      if (!previous || previous.node !== node) previous = { cut, node };
    }
  }
  return { nodes: nodes.positions, edges };
}

/** Without points that coincide: they have no direction. */
function cleaned(path: Path): Path {
  const result: Path = [at(path, 0), at(path, 1)];
  for (let i = 2; i < path.length; i += 2) {
    const isLast = i === path.length - 2;
    const gap = Math.hypot(
      at(path, i) - at(result, result.length - 2),
      at(path, i + 1) - at(result, result.length - 1),
    );
    if (gap < 0.5 && isLast && result.length > 2) result.splice(-2);
    if (gap >= 0.5 || isLast) result.push(at(path, i), at(path, i + 1));
  }
  return result;
}

class NodeIndex {
  readonly positions: Path = [];
  readonly #cells = new Map<number, number[]>();

  /** The node at a position: an existing one nearby, or a new one. */
  at(x: number, y: number): number {
    const cx = Math.floor(x / MERGE_DISTANCE);
    const cy = Math.floor(y / MERGE_DISTANCE);
    let best = MERGE_DISTANCE;
    let found = -1;
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (const node of this.#cells.get((cx + dx) * 65536 + cy + dy) ?? []) {
          const distance = Math.hypot(this.x(node) - x, this.y(node) - y);
          if (distance < best) {
            best = distance;
            found = node;
          }
        }
      }
    }
    if (found >= 0) return found;
    const node = this.positions.length / 2;
    this.positions.push(x, y);
    const key = cx * 65536 + cy;
    const cell = this.#cells.get(key);
    if (cell) cell.push(node);
    else this.#cells.set(key, [node]);
    return node;
  }

  x(node: number): number {
    return at(this.positions, node * 2);
  }

  y(node: number): number {
    return at(this.positions, node * 2 + 1);
  }
}

function pathAt(paths: readonly Path[], index: number): Path {
  const path = paths[index];
  if (!path) throw new RangeError(`there is no line ${index}`);
  return path;
}
