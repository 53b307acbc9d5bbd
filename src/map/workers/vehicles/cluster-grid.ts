import { worldSize } from '../../core/projection';
import type { FleetColumns } from './fleet-columns';
import { mixKindOf, mixKinds } from './vehicle-state';

/** Edge of a cell, CSS pixels. */
export const cellSize = 64;

/** The vehicles of one cell; sums and counts are kept up to date as vehicles come and go. */
export type Cell = {
  readonly key: number;
  readonly column: number;
  readonly row: number;
  readonly slots: number[];
  sumX: number;
  sumY: number;
  /** How many of each kind, see `mixKindOf`. */
  readonly mix: Uint32Array;
  /** Whether the cell stood as a cluster when it was last looked at. */
  clustered: boolean;
};

/**
 * A grid over the world at one zoom level. A vehicle that moves touches its cell alone, however
 * many others there are; only another zoom level sorts everything again.
 */
export type ClusterGrid = {
  /** Sorts all vehicles into the cells of a zoom level. */
  rebuild(zoom: number): void;
  put(slot: number): void;
  take(slot: number): void;
  at(column: number, row: number): Cell | undefined;
  readonly zoom: number;
};

// Columns number up to 2²² at zoom 20; a row's worth of them fits many times into 2⁵³.
const rowStep = 2 ** 24;

export function createClusterGrid(
  fleet: FleetColumns,
  /** Vehicles that no cluster may swallow. */
  standsAlone: (slot: number) => boolean,
): ClusterGrid {
  const cells = new Map<number, Cell>();
  const cellOf: (Cell | undefined)[] = [];
  /** Where in its cell's list a slot is, and what it added to the sums. */
  const indexes: number[] = [];
  const addedX: number[] = [];
  const addedY: number[] = [];
  const addedKind: number[] = [];
  let zoom = NaN;
  let scale = NaN;

  function put(slot: number) {
    if (Number.isNaN(zoom) || !fleet.isPlaced(slot) || standsAlone(slot)) return;
    const x = fleet.x(slot);
    const y = fleet.y(slot);
    const kind = mixKindOf(fleet.state(slot));
    const column = Math.floor((x * scale) / cellSize);
    const row = Math.floor((y * scale) / cellSize);
    const key = row * rowStep + column;
    let cell = cells.get(key);
    if (!cell) {
      cell = {
        key,
        column,
        row,
        slots: [],
        sumX: 0,
        sumY: 0,
        mix: new Uint32Array(mixKinds),
        clustered: false,
      };
      cells.set(key, cell);
    }
    indexes[slot] = cell.slots.length;
    cellOf[slot] = cell;
    addedX[slot] = x;
    addedY[slot] = y;
    addedKind[slot] = kind;
    cell.slots.push(slot);
    cell.sumX += x;
    cell.sumY += y;
    cell.mix[kind] = (cell.mix[kind] ?? 0) + 1;
  }

  function take(slot: number) {
    const cell = cellOf[slot];
    const index = indexes[slot];
    if (!cell || index === undefined) return;
    cellOf[slot] = undefined;
    // The last of the list takes the place of the one that leaves.
    const last = cell.slots.pop();
    if (last !== undefined && last !== slot) {
      cell.slots[index] = last;
      indexes[last] = index;
    }
    const kind = addedKind[slot] ?? 0;
    cell.sumX -= addedX[slot] ?? 0;
    cell.sumY -= addedY[slot] ?? 0;
    cell.mix[kind] = (cell.mix[kind] ?? 1) - 1;
    if (cell.slots.length === 0) cells.delete(cell.key);
  }

  return {
    rebuild(level) {
      zoom = level;
      scale = worldSize(level);
      cells.clear();
      cellOf.length = 0;
      for (let slot = 0; slot < fleet.size; slot += 1) put(slot);
    },
    put,
    take,
    at: (column, row) => cells.get(row * rowStep + column),
    get zoom() {
      return zoom;
    },
  };
}
