import type { TilePlace } from '@contract/map-sources';
import { latitudeAt, longitudeAt, worldX, worldY } from '../../core/projection';
import { tileSize } from './messages';

/** Distances between two lines, degrees, the widest first. */
const steps = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Lines are never nearer to each other than this, CSS pixels. */
const nearest = 140;

/** The distance between two lines at a level of the tile pyramid, degrees. */
export function graticuleStep(z: number): number {
  const pixelsPerDegree = (tileSize * 2 ** z) / 360;
  return steps.findLast((step) => step * pixelsPerDegree >= nearest) ?? 10;
}

/**
 * Lines of longitude and latitude that cross a tile, as positions from its left and top edge: where
 * the embedded map knows no streets they tell an eye how far and where to a map was moved.
 */
export function graticuleLines(tile: TilePlace): { xs: number[]; ys: number[] } {
  const step = graticuleStep(tile.z);
  const tiles = 2 ** tile.z;
  const lines = (from: number, to: number, place: (degrees: number) => number) => {
    const positions: number[] = [];
    for (let n = Math.ceil(from / step); n * step <= to; n += 1) positions.push(place(n * step));
    return positions;
  };
  return {
    xs: lines(
      longitudeAt(tile.x / tiles),
      longitudeAt((tile.x + 1) / tiles),
      (longitude) => (worldX(longitude) * tiles - tile.x) * tileSize,
    ),
    ys: lines(
      latitudeAt((tile.y + 1) / tiles),
      latitudeAt(tile.y / tiles),
      (latitude) => (worldY(latitude) * tiles - tile.y) * tileSize,
    ),
  };
}
