import type { MultiLineString, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countries from 'world-atlas/countries-50m.json';
import { sliceGeometry, type SlicedGeometry } from './sliced-geometry';
import { unrollLine, unrollRing } from './unroll';

/** Natural Earth's world at 1:50 million, cut into tiles. */
export type WorldGeometry = {
  land: SlicedGeometry;
  coasts: SlicedGeometry;
  borders: SlicedGeometry;
};

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

export function sliceWorld(): WorldGeometry {
  // The package describes its files as plain JSON; this is the form they have.
  const world = countries as unknown as World;
  return {
    land: sliceGeometry(() => landOf(world)),
    coasts: sliceGeometry(() => linesOf(mesh(world, world.objects.countries, (a, b) => a === b))),
    borders: sliceGeometry(() => linesOf(mesh(world, world.objects.countries, (a, b) => a !== b))),
  };
}

function landOf(world: World): MultiPolygon {
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  });
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unrollRing)) };
}

function linesOf(lines: MultiLineString): MultiLineString {
  // Antarctica's outline runs along the pole, which is no coast and on the map the whole lower edge.
  const withoutPole = lines.coordinates.map((line) =>
    line.filter(([, latitude = 0]) => latitude > -89),
  );
  return { type: 'MultiLineString', coordinates: withoutPole.map(unrollLine) };
}
