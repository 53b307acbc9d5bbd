import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import GeoJSONVT from 'geojson-vt';

/** A ring or line of a tile as x, y, x, y, … in units of the tile's extent. */
export type TileLine = Int16Array | Int32Array;

/** Units a tile's edge is divided into. */
export const tileExtent = 4096;

/** Tiles kept beyond which the slicing starts over: an all-day session must not fill the memory. */
const mostTiles = 6000;

/** Lines or polygons that are cut into tiles when one is asked for. */
export type SlicedGeometry = { linesOf(z: number, x: number, y: number): readonly TileLine[] };

/**
 * Prepares a geometry for cutting; the tiles themselves are made when they are asked for.
 * @param read answers the same geometry again, which is many times as large as what is kept of it
 */
export function sliceGeometry(
  geometry: Geometry,
  read: () => Geometry | Promise<Geometry>,
): SlicedGeometry {
  let index = indexOf(geometry);
  let isReading = false;

  /** The index of before goes on until the geometry is read again. */
  async function startOver(): Promise<void> {
    isReading = true;
    try {
      index = indexOf(await read());
    } catch {
      // The next tile tries again.
    } finally {
      isReading = false;
    }
  }

  return {
    linesOf(z, x, y) {
      if (index.tileCoords.length > mostTiles && !isReading) void startOver();
      const tile = index.getTileRaw(z, x, y);
      if (!tile) return [];
      const lines: TileLine[] = [];
      for (const feature of tile.features) {
        if (feature.type === 2 || feature.type === 3) lines.push(...feature.geometry);
      }
      return lines;
    },
  };
}

function indexOf(geometry: Geometry): GeoJSONVT {
  const collection: FeatureCollection = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: null, geometry } satisfies Feature],
  };
  return new GeoJSONVT(collection, {
    maxZoom: 18,
    // A person looks at a few places: the rest of the world is not cut before somebody sees it.
    indexMaxZoom: 0,
    tolerance: 2,
    extent: tileExtent,
    buffer: 160,
  });
}

/** Pairs of longitude and latitude as GeoJSON positions. */
export function positionsOf(line: ArrayLike<number>): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i + 1 < line.length; i += 2) positions.push([line[i] ?? 0, line[i + 1] ?? 0]);
  return positions;
}
