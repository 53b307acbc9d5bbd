import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry, Position } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import type { Streets } from '@contract/streets';
import type { TileToWrite } from './write-archives';

/** Layers of the tiles, in the OpenMapTiles schema. */
export const streetLayers = [
  'water',
  'landuse',
  'park',
  'transportation',
  'transportation_name',
  'place',
] as const;

const roadClasses = { motorway: 'motorway', avenue: 'primary', street: 'minor', track: 'track' };
const placeClasses = { city: 'city', district: 'suburb', village: 'village' };

const positions = (line: ArrayLike<number>): Position[] =>
  Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] ?? 0, line[2 * i + 1] ?? 0]);

const feature = (geometry: Geometry, properties: Record<string, unknown>): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

/** The demo's streets as vector tiles of the levels from and to, packed with gzip. */
export function streetTiles(streets: Streets, from: number, to: number): TileToWrite[] {
  const roads = streets.roads.map(({ class: kind, name, line }) =>
    feature(
      { type: 'LineString', coordinates: positions(line) },
      { class: roadClasses[kind], ...(name !== undefined && { name }) },
    ),
  );
  const areas = (kind: string, properties: Record<string, unknown>) =>
    streets.areas
      .filter((area) => area.kind === kind)
      .map(({ ring }) => {
        const corners = positions(ring);
        const coordinates = [[...corners, ...corners.slice(0, 1)]];
        return feature({ type: 'Polygon', coordinates }, properties);
      });
  const layers: Record<(typeof streetLayers)[number], Feature[]> = {
    water: areas('water', { class: 'lake' }),
    landuse: [
      ...areas('urban', { class: 'residential' }),
      ...areas('industrial', { class: 'industrial' }),
    ],
    park: areas('park', { class: 'public_park' }),
    transportation: roads,
    transportation_name: roads.filter(({ properties }) => properties?.['name']),
    place: streets.places.map(({ name, kind, lng, lat }) =>
      feature(
        { type: 'Point', coordinates: [lng, lat] },
        { class: placeClasses[kind], name, rank: kind === 'city' ? 1 : 9 },
      ),
    ),
  };
  const cut = Object.entries(layers).map(
    ([name, features]) =>
      [
        name,
        new GeoJSONVT(
          { type: 'FeatureCollection', features },
          { maxZoom: to, indexMaxZoom: to, indexMaxPoints: 0 },
        ),
      ] as const,
  );
  const all = new Map<string, { z: number; x: number; y: number }>();
  for (const [, index] of cut) {
    for (const place of index.tileCoords) all.set(`${place.z}/${place.x}/${place.y}`, place);
  }
  return [...all.values()].flatMap(({ z, x, y }) => {
    if (z < from || z > to) return [];
    const tiles = cut.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    if (tiles.length === 0) return [];
    return [{ z, x, y, data: gzipSync(fromGeojsonVt(Object.fromEntries(tiles) as never)) }];
  });
}
