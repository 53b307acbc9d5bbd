import type { MultiLineString, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countries from 'world-atlas/countries-50m.json?raw';
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
  // Read once for all three, and not kept: as values it is ten times as large as its text.
  let read: World | null = readWorld();
  const world = (): World => read ?? readWorld();
  const borders = (isBorder: boolean) => {
    const all = world();
    return linesOf(mesh(all, all.objects.countries, (one, other) => (one !== other) === isBorder));
  };
  const sliced = {
    land: sliceGeometry(() => landOf(world())),
    coasts: sliceGeometry(() => borders(false)),
    borders: sliceGeometry(() => borders(true)),
  };
  read = null;
  return sliced;
}

function readWorld(): World {
  return JSON.parse(countries) as World;
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
