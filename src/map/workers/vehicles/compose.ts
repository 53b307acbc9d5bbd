import { worldSize } from '../../core/projection';
import type { Area } from '../zoom-glide';
import { cellSize, type Cell, type ClusterGrid } from './cluster-grid';
import type { FleetColumns } from './fleet-columns';
import { mixKindOf, mixKinds } from './vehicle-state';

/** A vehicle drawn by itself. `copy` counts worlds to the east, where the map shows several. */
export type Single = { slot: number; copy: number };

/** Vehicles drawn as one. */
export type Cluster = {
  /** Middle of its vehicles, in units of the world. */
  x: number;
  y: number;
  count: number;
  /** How many of each kind, see `mixKindOf`. */
  mix: Uint32Array;
  /** CSS pixels. */
  radius: number;
  cells: Cell[];
  /** Vehicles from beside its cells that are under it. */
  slots: number[];
};

export type Composition = { singles: Single[]; clusters: Cluster[] };

/** A cell, or one vehicle of it, that may be drawn with its neighbours. */
type Node = {
  key: number;
  column: number;
  row: number;
  copy: number;
  x: number;
  y: number;
  count: number;
  radius: number;
  cell: Cell | null;
  slot: number;
  parts: Node[];
  leader: Node | null;
};

/** What a frame chose, so that the next one does not choose otherwise for a hair's breadth. */
export type Memory = { leaders: Map<number, number> };

/** From so many vehicles on a cell is drawn as one; it stays one down to the second number. */
const crowd = { from: 4, below: 3 };
/** Two vehicles are drawn as one when they are on each other, CSS pixels. */
const heap = 11;
const glyphRadius = 9;
/** What is one stays one up to this much more distance. */
const hold = 1.3;

/** Radius of a cluster's disc, CSS pixels. */
export function clusterRadius(count: number): number {
  return Math.min(28, 12.5 + 2 * Math.log2(count));
}

/** Decides what of the vehicles in an area is drawn alone and what as a cluster. */
export function compose(
  grid: ClusterGrid,
  fleet: FleetColumns,
  /** In pixels at this zoom level. */
  area: Area,
  zoom: number,
  memory: Memory,
): Composition {
  const scale = worldSize(zoom);
  const nodes = collectNodes(grid, fleet, area, scale);
  mergeNodes(nodes, scale, memory);
  const singles: Single[] = [];
  const clusters: Cluster[] = [];
  for (const node of nodes) {
    if (node.leader) continue;
    if (!node.cell && node.parts.length === 0) singles.push({ slot: node.slot, copy: node.copy });
    else clusters.push(clusterOf(node, fleet));
  }
  return { singles, clusters };
}

function collectNodes(grid: ClusterGrid, fleet: FleetColumns, area: Area, scale: number): Node[] {
  const across = worldSize(grid.zoom) / cellSize;
  /** Edge of a cell at the zoom level that is drawn. */
  const edge = scale / across;
  const nodes: Node[] = [];
  const lastColumn = Math.floor((area.left + area.width) / edge) + 1;
  const lastRow = Math.floor((area.top + area.height) / edge) + 1;
  for (let row = Math.floor(area.top / edge) - 1; row <= lastRow; row += 1) {
    for (let column = Math.floor(area.left / edge) - 1; column <= lastColumn; column += 1) {
      const copy = Math.floor(column / across);
      const cell = grid.at(column - copy * across, row);
      if (!cell) continue;
      const count = cell.slots.length;
      cell.clustered = count >= (cell.clustered ? crowd.below : crowd.from);
      const place = { column, row, copy, leader: null };
      if (cell.clustered) {
        nodes.push({
          ...place,
          parts: [],
          key: cell.key,
          x: cell.sumX / count + copy,
          y: cell.sumY / count,
          count,
          radius: clusterRadius(count),
          cell,
          slot: -1,
        });
      } else {
        for (const slot of cell.slots) {
          nodes.push({
            ...place,
            parts: [],
            key: -1 - slot,
            x: fleet.x(slot) + copy,
            y: fleet.y(slot),
            count: 1,
            radius: glyphRadius,
            cell: null,
            slot,
          });
        }
      }
    }
  }
  return nodes;
}

/** Joins what would be drawn on each other across the edges of cells, the largest first. */
function mergeNodes(nodes: Node[], scale: number, memory: Memory) {
  const byCell = new Map<string, Node[]>();
  for (const node of nodes) {
    const key = `${node.column}/${node.row}`;
    const list = byCell.get(key);
    if (list) list.push(node);
    else byCell.set(key, [node]);
  }
  const leaders = new Map<number, number>();
  const ordered = [...nodes].sort((a, b) => b.count - a.count || a.key - b.key);
  for (const node of ordered) {
    if (node.leader) continue;
    for (let row = node.row - 1; row <= node.row + 1; row += 1) {
      for (let column = node.column - 1; column <= node.column + 1; column += 1) {
        for (const other of byCell.get(`${column}/${row}`) ?? []) {
          if (other === node || other.leader || other.parts.length > 0) continue;
          if (other.count > node.count) continue;
          const held = memory.leaders.get(other.key) === node.key ? hold : 1;
          const distance = Math.hypot(other.x - node.x, other.y - node.y) * scale;
          if (distance > reach(node, other) * held) continue;
          other.leader = node;
          node.parts.push(other);
          leaders.set(other.key, node.key);
        }
      }
    }
  }
  memory.leaders = leaders;
}

/** Closer than this two things can't be told apart or pressed apart, CSS pixels. */
function reach(node: Node, other: Node): number {
  if (node.count === 1) return heap;
  return other.count === 1 ? node.radius + glyphRadius - 2 : node.radius + other.radius - 2;
}

function clusterOf(node: Node, fleet: FleetColumns): Cluster {
  const members = [node, ...node.parts];
  const mix = new Uint32Array(mixKinds);
  let [x, y, count] = [0, 0, 0];
  const cells: Cell[] = [];
  const slots: number[] = [];
  for (const member of members) {
    x += member.x * member.count;
    y += member.y * member.count;
    count += member.count;
    if (member.cell) {
      cells.push(member.cell);
      member.cell.mix.forEach((number, kind) => (mix[kind] = (mix[kind] ?? 0) + number));
    } else {
      slots.push(member.slot);
      const kind = mixKindOf(fleet.state(member.slot));
      mix[kind] = (mix[kind] ?? 0) + 1;
    }
  }
  return { x: x / count, y: y / count, count, mix, radius: clusterRadius(count), cells, slots };
}

/** All vehicles of a cluster. */
export function slotsOf(cluster: Cluster): number[] {
  return [...cluster.cells.flatMap((cell) => cell.slots), ...cluster.slots];
}
