import type { MapDescription, TilePlace } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import { worldX, worldY } from '@contract/rules/web-mercator';
import { levelsOf } from '../places/tiles-around';

/** Names are read square by square, each a tile of this level: some 10 km at the equator. */
const LEVEL = 12;
const ACROSS = 2 ** LEVEL;

/** So many squares are read at most around the places in use: some 200 km by 200 km. */
export const MOST_UNITS = 400;

type Area = Pick<MapDescription, 'bounds' | 'minZoom' | 'maxZoom'>;

/** A square of a map as a number. */
export type Unit = number;

/** The square that holds a place. */
export function unitAt({ latitude, longitude }: Place): Unit {
  return unitOf(squareOf(worldX(longitude)), rowOf(worldY(latitude)));
}

/** How many squares a map has. */
export function unitCount({ bounds }: Pick<Area, 'bounds'>): number {
  const { west, north, east, south } = boxOf(bounds);
  return Math.min(ACROSS, east - west + 1) * (south - north + 1);
}

/**
 * The squares of a map that are read, those nearest to the places first: all of them where they are
 * few; of a large map those around the places alone, which are none where no place is on the map.
 */
export function unitsAround(map: Pick<Area, 'bounds'>, places: readonly Place[]): Unit[] {
  const box = boxOf(map.bounds);
  const centers = places
    .map(({ latitude, longitude }) => {
      const x = squareOf(worldX(longitude)) % ACROSS;
      // Beyond the date line columns go on counting.
      return [x < box.west ? x + ACROSS : x, rowOf(worldY(latitude))] as const;
    })
    .filter(([x, y]) => x >= box.west && x <= box.east && y >= box.north && y <= box.south);
  if (unitCount(map) > MOST_UNITS && centers.length === 0) return [];
  const middle = [(box.west + box.east) >> 1, (box.north + box.south) >> 1] as const;
  const found = new Set<Unit>();
  const most = Math.min(MOST_UNITS, unitCount(map));
  for (let ring = 0; found.size < most && ring <= ACROSS; ring += 1) {
    for (const [x, y] of centers.length > 0 ? centers : [middle]) {
      for (const [dx, dy] of ringOf(ring)) {
        const [atX, atY] = [x + dx, y + dy];
        if (atX < box.west || atX > box.east || atY < box.north || atY > box.south) continue;
        if (found.size < most) found.add(unitOf(atX, atY));
      }
    }
  }
  return [...found];
}

/** A tile that names something in a square; of a larger one only what is in the square counts. */
export type UnitTile = TilePlace & { readonly hasStreets: boolean };

/** The tiles that name what is in a square: of the levels of towns, of districts and of streets. */
export function tilesOfUnit(unit: Unit, { bounds, ...zooms }: Area): UnitTile[] {
  const [x, y] = [unit % ACROSS, Math.floor(unit / ACROSS)];
  const [west, south, east, north] = bounds;
  const { streets, hasStreets, districts, towns } = levelsOf(zooms);
  return [...new Set([towns, districts, streets])].flatMap((z) => {
    const of = { z, hasStreets: hasStreets && z === streets };
    if (z <= LEVEL) {
      const above = 2 ** (LEVEL - z);
      return [{ ...of, x: Math.floor(x / above), y: Math.floor(y / above) }];
    }
    const below = 2 ** (z - LEVEL);
    const inSquare = (from: number): number[] =>
      Array.from({ length: below }, (_, index) => from * below + index);
    const [start, end] = [worldX(west) * 2 ** z, worldX(east) * 2 ** z];
    const columns = inSquare(x).filter((at) =>
      [at, at + 2 ** z].some((column) => column + 1 > start && column < end),
    );
    const [top, bottom] = [worldY(north) * 2 ** z, worldY(south) * 2 ** z];
    const rows = inSquare(y).filter((row) => row + 1 > top && row < bottom);
    return rows.flatMap((row) => columns.map((column) => ({ ...of, x: column, y: row })));
  });
}

/** Whether a point of the world (Web Mercator, 0 to 1) is in a square. */
export function isInUnit(unit: Unit, x: number, y: number): boolean {
  return squareOf(x) % ACROSS === unit % ACROSS && rowOf(y) === Math.floor(unit / ACROSS);
}

function unitOf(x: number, y: number): Unit {
  return y * ACROSS + (x % ACROSS);
}

/** Columns go on beyond the date line. */
function squareOf(world: number): number {
  return Math.max(0, Math.floor(world * ACROSS));
}

function rowOf(world: number): number {
  return Math.min(ACROSS - 1, squareOf(world));
}

function boxOf([west, south, east, north]: MapDescription['bounds']) {
  return {
    west: squareOf(worldX(west)),
    north: rowOf(worldY(north)),
    // The edge itself belongs to the next square.
    east: Math.max(squareOf(worldX(west)), Math.ceil(worldX(east) * ACROSS) - 1),
    south: rowOf(worldY(south)),
  };
}

/** The squares around one, so many steps away. */
function ringOf(ring: number): [number, number][] {
  if (ring === 0) return [[0, 0]];
  const found: [number, number][] = [];
  for (let step = -ring; step <= ring; step += 1) {
    found.push([step, -ring], [step, ring]);
    if (Math.abs(step) < ring) found.push([-ring, step], [ring, step]);
  }
  return found;
}
