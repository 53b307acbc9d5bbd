import {
  type AreaClass,
  type LineClass,
  type NameClass,
  type ShapeForm,
} from '@contract/tile-schemas/meaning';
import type { TileSchemaName } from '@contract/tile-schemas/names';
import { shapeReaders } from '@contract/tile-schemas/read-shape';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { tileExtent, type TileLine } from '../sliced-geometry';

/** A name in a tile: at a point, or along a line. */
export type TileName = {
  of: NameClass;
  text: string;
  languages: Readonly<Record<string, string>>;
  /** Smaller is more important. */
  rank: number;
  /** The road whose name it is; null for all else. */
  along: LineClass | null;
  /** A single point, or the points of a line, as x, y, x, y, … in units of the tile's extent. */
  line: TileLine;
};

/** What a vector tile holds, in our own classes and units. */
export type TileShapes = {
  areas: ReadonlyMap<AreaClass, readonly TileLine[]>;
  lines: ReadonlyMap<LineClass, readonly TileLine[]>;
  names: readonly TileName[];
  /** The tile itself, where it is a picture. */
  picture?: ImageBitmap;
};

const forms: Readonly<Record<number, ShapeForm>> = { 1: 'point', 2: 'line', 3: 'area' };

/**
 * Decodes a vector tile (https://github.com/mapbox/vector-tile-spec). A shape that is broken is left
 * out. @throws where the bytes are no vector tile at all
 */
export function decodeTile(bytes: Uint8Array, schema: TileSchemaName): TileShapes {
  const read = shapeReaders[schema];
  const areas = new Map<AreaClass, TileLine[]>();
  const lines = new Map<LineClass, TileLine[]>();
  const names: TileName[] = [];
  for (const [layerName, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    if (!(layer.extent > 0)) continue;
    for (let index = 0; index < layer.length; index += 1) {
      const feature = featureOf(() => layer.feature(index));
      const form = feature && forms[feature.type];
      if (!feature || !form) continue;
      const meaning = read(layerName, form, feature.properties);
      if (!meaning) continue;
      const parts = partsOf(feature, layer.extent);
      if (meaning.area && form === 'area') add(areas, meaning.area, parts);
      if (meaning.line && form !== 'point') add(lines, meaning.line, parts);
      if (!meaning.name) continue;
      // The name of an area comes with its label, in a layer of points.
      if (form !== (meaning.name.of === 'road' ? 'line' : 'point')) continue;
      const { along = null, ...name } = meaning.name;
      names.push(...parts.map((line) => ({ ...name, along, line })));
    }
  }
  return { areas, lines, names };
}

/** The library throws at a broken feature; the others of the layer are still there. */
function featureOf(make: () => VectorTileFeature): VectorTileFeature | null {
  try {
    return make();
  } catch {
    return null;
  }
}

function partsOf(feature: VectorTileFeature, extent: number): TileLine[] {
  const unit = tileExtent / extent;
  try {
    return feature.loadGeometry().map((points) => {
      const line = new Int32Array(points.length * 2);
      points.forEach(({ x, y }, index) => {
        line[2 * index] = Math.round(x * unit);
        line[2 * index + 1] = Math.round(y * unit);
      });
      return line;
    });
  } catch {
    return [];
  }
}

function add<K>(map: Map<K, TileLine[]>, key: K, parts: readonly TileLine[]): void {
  const list = map.get(key);
  if (list) list.push(...parts);
  else map.set(key, [...parts]);
}
