import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { LineClass, NameClass, ShapeForm } from '@contract/tile-schemas/meaning';
import type { TileSchemaName } from '@contract/tile-schemas/names';
import { shapeReaders } from '@contract/tile-schemas/read-shape';

/** A named road of a tile: x, y, x, y, … as shares of the tile's edge. */
export type RoadInTile = { name: string; class: LineClass; line: Float64Array };

/** A name at a point of a tile, as shares of its edge. */
export type PointInTile = {
  of: NameClass;
  text: string;
  languages: Readonly<Record<string, string>>;
  /** Smaller is more important; 0 to 20. */
  rank: number;
  x: number;
  y: number;
};

/** What a tile names; places in its margin belong to its neighbors and are left out. */
export type NamesInTile = { roads: RoadInTile[]; points: PointInTile[] };

const forms: Readonly<Record<number, ShapeForm>> = { 1: 'point', 2: 'line', 3: 'area' };

/**
 * The names of a vector tile, by the table of its schema. A shape that is broken is left out.
 * @throws where the bytes are no vector tile at all
 */
export function namesInTile(bytes: Uint8Array, schema: TileSchemaName): NamesInTile {
  const read = shapeReaders[schema];
  const names: NamesInTile = { roads: [], points: [] };
  for (const [layerName, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    if (!(layer.extent > 0)) continue;
    for (let index = 0; index < layer.length; index += 1) {
      try {
        addNames(names, layer.feature(index), layer.extent, (form, fields) =>
          read(layerName, form, fields),
        );
      } catch {
        // The library throws at a broken shape; the others of the layer are still there.
      }
    }
  }
  return names;
}

function addNames(
  names: NamesInTile,
  feature: VectorTileFeature,
  extent: number,
  read: (
    form: ShapeForm,
    fields: Record<string, unknown>,
  ) => ReturnType<(typeof shapeReaders)[TileSchemaName]>,
): void {
  const form = forms[feature.type];
  if (form === undefined || form === 'area') return;
  const name = read(form, feature.properties)?.name;
  if (!name) return;
  if (name.of === 'road') {
    const { along } = name;
    if (form !== 'line' || along === undefined) return;
    for (const points of feature.loadGeometry()) {
      const line = Float64Array.from(points.flatMap(({ x, y }) => [x / extent, y / extent]));
      names.roads.push({ name: name.text, class: along, line });
    }
  } else if (form === 'point') {
    const { of, text, languages, rank } = name;
    for (const point of feature.loadGeometry().flat()) {
      const [x, y] = [point.x / extent, point.y / extent];
      if (x < 0 || y < 0 || x >= 1 || y >= 1) continue;
      names.points.push({ of, text, languages, rank, x, y });
    }
  }
}
