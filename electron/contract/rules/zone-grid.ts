import { shortWay, type Bounds, type Place } from './longitudes';
import type { JudgedZone } from './zone-judge';

/** A zone and the part of the map that it and its edge take up. */
export interface RoomyZone extends JudgedZone {
  readonly room: Bounds;
}

/** Rows or columns of cells, the last one too. */
interface Cells {
  readonly first: number;
  readonly last: number;
}

/** Most of the map is near no zone: it shares that. */
const NONE: readonly RoomyZone[] = [];

/** Cells a side; a day's way is within all of them together. */
const SIDE = 64;

/**
 * Finds the zones near a short way among those of a part of the map: zones are put into the cells
 * that they touch, and a way looks into its own cells alone.
 */
export class ZoneGrid {
  readonly #bounds: Bounds;
  readonly #cells = new Map<number, RoomyZone[]>();

  /** @param bounds the part of the map that all ways are in */
  constructor(bounds: Bounds, zones: Iterable<RoomyZone>) {
    this.#bounds = bounds;
    for (const zone of zones) {
      const { rows, columns } = this.#cellsOf(zone.room);
      for (let row = rows.first; row <= rows.last; row++) {
        for (let column = columns.first; column <= columns.last; column++) {
          const others = this.#cells.get(row * SIDE + column);
          if (others) others.push(zone);
          else this.#cells.set(row * SIDE + column, [zone]);
        }
      }
    }
  }

  /** The zones whose room touches the box around a way; one may come more than once. */
  near(from: Place, to: Place): readonly RoomyZone[] {
    const way = wayOf(from, to);
    const { rows, columns } = this.#cellsOf(way);
    let found: RoomyZone[] | null = null;
    for (let row = rows.first; row <= rows.last; row++) {
      for (let column = columns.first; column <= columns.last; column++) {
        for (const zone of this.#cells.get(row * SIDE + column) ?? NONE) {
          if (doMeet(zone.room, way)) (found ??= []).push(zone);
        }
      }
    }
    return found ?? NONE;
  }

  #cellsOf(box: Bounds): { rows: Cells; columns: Cells } {
    const { south, north, west, east } = this.#bounds;
    // Measured from the middle, the short way round: the box may be written in another copy of the world.
    const middle = (west + east) / 2;
    const center = middle + shortWay(middle, (box.west + box.east) / 2);
    const half = (box.east - box.west) / 2;
    // Around the world there is no first column: all of it is one.
    const isWide = east - west > 180;
    return {
      rows: cellsBetween(box.south, box.north, south, north),
      columns: isWide
        ? { first: 0, last: 0 }
        : cellsBetween(center - half, center + half, west, east),
    };
  }
}

/** Whether two parts of the map touch, whichever copy of the world they are written in. */
export function doMeet(one: Bounds, other: Bounds): boolean {
  if (one.south > other.north || one.north < other.south) return false;
  const apart = Math.abs(shortWay((one.west + one.east) / 2, (other.west + other.east) / 2));
  return apart <= (one.east - one.west + other.east - other.west) / 2;
}

/** The box around the straight way between two places. */
function wayOf(from: Place, to: Place): Bounds {
  const longitude = from.longitude + shortWay(from.longitude, to.longitude);
  return {
    south: Math.min(from.latitude, to.latitude),
    north: Math.max(from.latitude, to.latitude),
    west: Math.min(from.longitude, longitude),
    east: Math.max(from.longitude, longitude),
  };
}

function cellsBetween(least: number, most: number, from: number, to: number): Cells {
  const cellAt = (at: number): number => {
    const part = to > from ? Math.floor(((at - from) / (to - from)) * SIDE) : 0;
    return Math.min(SIDE - 1, Math.max(0, part));
  };
  return { first: cellAt(least), last: cellAt(most) };
}
