import { zxyToTileId } from 'pmtiles';
import type { MapBounds } from '@contract/map-sources';
import { worldX, worldY } from '@contract/rules/web-mercator';

/** Numbers of tiles as PMTiles counts them: from the first one up to, without, the last. */
export interface TileRange {
  readonly from: number;
  readonly to: number;
}

/** Columns and rows of tiles, the last ones included. */
interface TileBox {
  readonly z: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** How many tiles an area has on the levels from and to, both included. */
export function countTiles(bounds: MapBounds, minZoom: number, maxZoom: number): number {
  let count = 0;
  for (let z = minZoom; z <= maxZoom; z += 1) {
    for (const { west, north, east, south } of boxesOf(bounds, z)) {
      count += (east - west + 1) * (south - north + 1);
    }
  }
  return count;
}

/** The numbers of these tiles, in ascending order: as few ranges as there can be. */
export function tileRanges(bounds: MapBounds, minZoom: number, maxZoom: number): TileRange[] {
  const ranges: TileRange[] = [];
  for (let z = minZoom; z <= maxZoom; z += 1) {
    for (const box of boxesOf(bounds, z)) collect(box, 0, 0, 0, ranges);
  }
  ranges.sort((a, b) => a.from - b.from);
  const merged: TileRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last?.to === range.from) merged[merged.length - 1] = { from: last.from, to: range.to };
    else merged.push(range);
  }
  return merged;
}

/** The parts of ranges that lie between two numbers. */
export function within(ranges: readonly TileRange[], from: number, to: number): TileRange[] {
  const found: TileRange[] = [];
  for (let index = firstEndingAfter(ranges, from); index < ranges.length; index += 1) {
    const range = ranges[index];
    if (!range || range.from >= to) break;
    found.push({ from: Math.max(range.from, from), to: Math.min(range.to, to) });
  }
  return found;
}

function firstEndingAfter(ranges: readonly TileRange[], from: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * PMTiles counts along a Hilbert curve: the tiles below a tile have numbers in a row. So a tile that
 * is in the box whole is one range, and others are divided.
 */
function collect(box: TileBox, z: number, x: number, y: number, ranges: TileRange[]): void {
  const scale = 2 ** (box.z - z);
  const [west, north] = [x * scale, y * scale];
  const [east, south] = [west + scale - 1, north + scale - 1];
  if (west > box.east || east < box.west || north > box.south || south < box.north) return;
  if (west >= box.west && east <= box.east && north >= box.north && south <= box.south) {
    const place = (zxyToTileId(z, x, y) - firstOf(z)) * scale * scale;
    const from = firstOf(box.z) + place;
    ranges.push({ from, to: from + scale * scale });
    return;
  }
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    collect(box, z + 1, 2 * x + right, 2 * y + down, ranges);
  }
}

/** Number of the first tile of a level: all levels before it have so many. */
function firstOf(z: number): number {
  return (4 ** z - 1) / 3;
}

/** Over the date line there are two boxes, unless they meet in a tile on the other side. */
function boxesOf(bounds: MapBounds, z: number): TileBox[] {
  const [west, south, east, north] = bounds;
  if (east <= 180) return [boxOf(bounds, z)];
  const left = boxOf([west, south, 180, north], z);
  const right = boxOf([-180, south, east - 360, north], z);
  return right.east < left.west ? [left, right] : [{ ...left, west: 0, east: 2 ** z - 1 }];
}

function boxOf([west, south, east, north]: MapBounds, z: number): TileBox {
  const across = 2 ** z;
  const column = (longitude: number) => clamp(worldX(longitude) * across, across);
  const row = (latitude: number) => clamp(worldY(latitude) * across, across);
  // An edge between two tiles belongs to the one inside the area.
  const [left, top] = [Math.floor(column(west)), Math.floor(row(north))];
  const right = Math.max(left, Math.ceil(column(east)) - 1);
  const bottom = Math.max(top, Math.ceil(row(south)) - 1);
  return { z, west: left, north: top, east: right, south: bottom };
}

function clamp(value: number, across: number): number {
  return Math.min(across, Math.max(0, value));
}
