import { shortWay, type Bounds, type Place } from './longitudes';
import type { JudgedZone } from './zone-judge';

/** A zone and the part of the map that it and its edge take up. */
export interface RoomyZone extends JudgedZone {
  readonly room: Bounds;
}

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
      for (const cell of this.#cellsOf(zone.room)) {
        const others = this.#cells.get(cell);
        if (others) others.push(zone);
        else this.#cells.set(cell, [zone]);
      }
    }
  }

  /** The zones whose room touches the box around a way; one may come more than once. */
  *near(from: Place, to: Place): Iterable<RoomyZone> {
    const way = wayOf(from, to);
    for (const cell of this.#cellsOf(way)) {
      for (const zone of this.#cells.get(cell) ?? []) if (doMeet(zone.room, way)) yield zone;
    }
  }

  *#cellsOf(box: Bounds): Iterable<number> {
    const { south, north, west, east } = this.#bounds;
    // Measured from the middle, the short way round: the box may be written in another copy of the world.
    const middle = (west + east) / 2;
    const center = middle + shortWay(middle, (box.west + box.east) / 2);
    const half = (box.east - box.west) / 2;
    // Around the world there is no first column: all of it is one.
    const isWide = east - west > 180;
    const columns = isWide
      ? { first: 0, last: 0 }
      : cellsBetween(center - half, center + half, west, east);
    const rows = cellsBetween(box.south, box.north, south, north);
    for (let row = rows.first; row <= rows.last; row++) {
      for (let column = columns.first; column <= columns.last; column++) yield row * SIDE + column;
    }
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

function cellsBetween(least: number, most: number, from: number, to: number) {
  const cellAt = (at: number): number => {
    const part = to > from ? Math.floor(((at - from) / (to - from)) * SIDE) : 0;
    return Math.min(SIDE - 1, Math.max(0, part));
  };
  return { first: cellAt(least), last: cellAt(most) };
}
