import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { describe, expect, it } from 'vitest';
import { decodeTile } from '@/map/workers/basemap/vector/decode-tile';

const fixtures = path.resolve(
  import.meta.dirname,
  '../../../../../../../node_modules/@mapbox/mvt-fixtures',
);

/** A tile of the whole world with these layers. */
function tileOf(layers: Record<string, [Geometry, Record<string, unknown>][]>, extent = 4096) {
  const tiles = Object.entries(layers).map(([name, shapes]) => {
    const features = shapes.map(([geometry, properties]): Feature => ({
      type: 'Feature',
      geometry,
      properties,
    }));
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, { extent, tolerance: 0 });
    return [name, index.getTile(0, 0, 0)] as const;
  });
  return fromGeojsonVt(Object.fromEntries(tiles) as never, { version: 2, extent });
}

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-90, -60],
      [90, -60],
      [90, 60],
      [-90, 60],
      [-90, -60],
    ],
  ],
};
const equator: Geometry = {
  type: 'LineString',
  coordinates: [
    [-90, 0],
    [90, 0],
  ],
};
const middle: Geometry = { type: 'Point', coordinates: [0, 0] };

describe('a vector tile', () => {
  it('comes in our own classes and units, whatever its own', () => {
    const bytes = tileOf(
      {
        water: [[square, { class: 'lake' }]],
        transportation: [[equator, { class: 'primary' }]],
        transportation_name: [[equator, { class: 'primary', name: 'Equator Road' }]],
        place: [[middle, { class: 'city', name: 'Null Island', rank: 3 }]],
        poi: [[middle, { class: 'cafe', name: 'Café' }]],
      },
      1024,
    );
    const { areas, lines, names } = decodeTile(bytes, 'openmaptiles');
    expect([...areas.keys()]).toEqual(['water']);
    expect([...(lines.get('avenue')?.[0] ?? [])]).toEqual([1024, 2048, 3072, 2048]);
    expect(names.map(({ of, text, along, rank }) => ({ of, text, along, rank }))).toEqual([
      { of: 'road', text: 'Equator Road', along: 'avenue', rank: 2 },
      { of: 'city', text: 'Null Island', along: null, rank: 3 },
    ]);
    expect([...(names[1]?.line ?? [])]).toEqual([2048, 2048]);
  });

  it.each(['<!doctype html><title>404</title>', 'not a tile', '\u001a\u0005'])(
    'that is none does no harm: %j',
    (text) => {
      let found: unknown;
      try {
        found = decodeTile(Buffer.from(text), 'openmaptiles').names;
      } catch {
        found = [];
      }
      expect(found).toEqual([]);
    },
  );

  it('that is empty holds nothing', () => {
    expect(decodeTile(new Uint8Array(), 'shortbread').names).toEqual([]);
  });
});

/** How much of each kind the tiles of a city hold. */
function countsOf(city: string) {
  const folder = path.join(fixtures, 'real-world', city);
  const counts = { tiles: 0, roads: 0, water: 0, names: 0 };
  for (const file of readdirSync(folder)) {
    const shapes = decodeTile(readFileSync(path.join(folder, file)), 'mapboxStreets');
    counts.tiles += 1;
    for (const line of ['street', 'avenue', 'motorway', 'track'] as const) {
      counts.roads += shapes.lines.get(line)?.length ?? 0;
    }
    counts.water += shapes.areas.get('water')?.length ?? 0;
    counts.names += shapes.names.length;
  }
  return counts;
}

describe('real tiles of Mapbox Streets', () => {
  it.each([
    ['bangkok', 40],
    ['chicago', 30],
    ['nepal', 60],
    ['norway', 32],
    ['sanfrancisco', 9],
    ['uruguay', 12],
  ])('of %s are read, all %i', (city, tiles) => {
    expect(countsOf(city).tiles).toBe(tiles);
  });

  it('hold the streets, waters and names of a city', () => {
    const { roads, water, names } = countsOf('chicago');
    expect([roads, names].map((count) => count > 100)).toEqual([true, true]);
    expect(water).toBeGreaterThan(0);
  });
});
