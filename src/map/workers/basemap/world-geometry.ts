import type { Geometry, MultiLineString, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { sliceGeometry, type SlicedGeometry } from './sliced-geometry';
import { unrollLine, unrollRing } from './unroll';

/** Natural Earth's world at 1:50 million, cut into tiles. */
export type WorldGeometry = {
  land: SlicedGeometry;
  coasts: SlicedGeometry;
  borders: SlicedGeometry;
};

/** Outlines of land and countries, as world-atlas has them. */
export type Outlines = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** @param read reads the outlines, which are not kept: they are ten times as large as their text */
export async function sliceWorld(read: () => Promise<Outlines>): Promise<WorldGeometry> {
  const outlines = await read();
  return {
    land: sliced(outlines, landOf, read),
    coasts: sliced(outlines, (all) => bordersOf(all, false), read),
    borders: sliced(outlines, (all) => bordersOf(all, true), read),
  };
}

/** Stands outside `sliceWorld`, where what it passes on would keep the outlines in memory. */
function sliced(
  outlines: Outlines,
  geometryOf: (outlines: Outlines) => Geometry,
  read: () => Promise<Outlines>,
): SlicedGeometry {
  return sliceGeometry(geometryOf(outlines), async () => geometryOf(await read()));
}

function landOf(world: Outlines): MultiPolygon {
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  });
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unrollRing)) };
}

/** Borders between countries, or else coasts. */
function bordersOf(world: Outlines, isBorder: boolean): MultiLineString {
  const { countries } = world.objects;
  return linesOf(mesh(world, countries, (one, other) => (one !== other) === isBorder));
}

function linesOf(lines: MultiLineString): MultiLineString {
  // Antarctica's outline runs along the pole, which is no coast and on the map the whole lower edge.
  const withoutPole = lines.coordinates.map((line) =>
    line.filter(([, latitude = 0]) => latitude > -89),
  );
  return { type: 'MultiLineString', coordinates: withoutPole.map(unrollLine) };
}
