import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT from 'geojson-vt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineGround } from '@adapters/places/inline-ground';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { distanceBetween } from '@contract/rules/sphere';
import { worldX, worldY } from '@contract/rules/web-mercator';
import { streetsSchema } from '@contract/streets';
import { MapSources } from '@core/map-sources/map-sources';
import { Whereabouts } from '@core/places/whereabouts';
import { generateStreets } from '../../../electron/demo';
import { realTiles } from '../../map-files/real-tiles';
import { streetLayers, streetTiles } from '../../map-files/street-tiles';
import { writeMbtiles, writePmtiles, type TileToWrite } from '../../map-files/write-archives';
import { mapWorld } from '../../unit/core/map-sources/map-world';
import { VirtualClock } from '../../unit/core/virtual-clock';

const streets = streetsSchema.parse(generateStreets(1));
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-where-'));
  const tiles = streetTiles(streets, 9, 14).filter(({ z }) => [9, 12, 14].includes(z));
  const words = { name: 'The town', layers: streetLayers, bounds: streets.bbox };
  await writePmtiles(join(folder, 'town.pmtiles'), tiles, words);
  await writeMbtiles(join(folder, 'town.mbtiles'), tiles, words);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whereabouts on map files alone. */
async function open(...files: string[]) {
  const sources = await MapSources.open({
    ...mapWorld(new VirtualClock()),
    archives: inlineArchives,
  });
  for (const file of files) await sources.add(file);
  const whereabouts = new Whereabouts({
    ...{ sources, ground: inlineGround(), service: () => null },
    streets: () => Promise.resolve(null),
  });
  const where = async (points: { latitude: number; longitude: number }[]) =>
    (await whereabouts.where({ points, locale: 'en' })).places;
  return {
    where,
    close: async () => {
      await whereabouts.close();
      await sources.close();
    },
  };
}

/** The middle of lines of named roads, some hundred all over the town. */
function pointsOnRoads() {
  return streets.roads
    .filter(({ name, line }) => name !== undefined && line.length >= 4)
    .filter((_, index, all) => index % Math.ceil(all.length / 150) === 0)
    .map(({ name, line }) => ({
      name,
      latitude: ((line[1] ?? 0) + (line[3] ?? 0)) / 2,
      longitude: ((line[0] ?? 0) + (line[2] ?? 0)) / 2,
    }));
}

describe.each(['town.pmtiles', 'town.mbtiles'])('where points are, by %s', (name) => {
  it('on a road it is that road, wherever its tile ends', async () => {
    const { where, close } = await open(join(folder, name));
    const points = pointsOnRoads();
    expect(points.length).toBeGreaterThan(100);
    const found: { name: string | undefined; away: number; isSame: boolean }[] = [];
    for (let from = 0; from < points.length; from += 50) {
      const some = points.slice(from, from + 50);
      const told = await where(some.map(({ latitude, longitude }) => ({ latitude, longitude })));
      told.forEach(({ street }, index) => {
        const wanted = some[index]?.name;
        found.push({ name: wanted, away: street?.away ?? NaN, isSame: street?.name === wanted });
      });
    }
    await close();
    // A tile has no finer grid than half a meter here; at a crossing both roads are as near.
    expect(found.filter(({ away }) => !(away <= 3))).toEqual([]);
    expect(found.filter(({ isSame }) => isSame).length).toBeGreaterThan(found.length * 0.9);
  });

  it('districts and the town are those of the map', async () => {
    const { where, close } = await open(join(folder, name));
    const districts = streets.places.filter(({ kind }) => kind === 'district').slice(0, 20);
    const told = await where(districts.map(({ lat, lng }) => ({ latitude: lat, longitude: lng })));
    await close();
    const city = streets.places.find(({ kind }) => kind === 'city');
    told.forEach(({ district, town, source }, index) => {
      const own = districts[index];
      expect(district).toBe(own?.name);
      expect(source).toBe('map');
      const away = distanceBetween(own?.lat ?? 0, own?.lng ?? 0, city?.lat ?? 0, city?.lng ?? 0);
      if (away < 2_000) expect(town).toMatchObject({ name: city?.name, isIn: true });
    });
  });
});

it('real tiles of Chicago name the streets of Chicago', async () => {
  const { tiles, bounds } = realTiles('chicago');
  const file = join(folder, 'chicago.pmtiles');
  const layers = ['road', 'road_label', 'water', 'building', 'place_label'];
  await writePmtiles(file, tiles, { layers, name: 'Chicago', bounds });
  const { where, close } = await open(file);
  const [west, south, east, north] = bounds;
  const points = Array.from({ length: 25 }, (_, index) => ({
    latitude: south + ((north - south) * (0.5 + Math.floor(index / 5))) / 5,
    longitude: west + ((east - west) * (0.5 + (index % 5))) / 5,
  }));
  const told = await where(points);
  await close();
  const named = told.flatMap(({ street }) => street?.name ?? []);
  expect(named).toEqual(expect.arrayContaining(['W Taylor St', 'N Halsted St', 'W Addison St']));
});

describe('street and district, by a tile made in the schema of', () => {
  const here = { latitude: -23.2, longitude: -46.9 };
  /** The layers and words of each schema for a road, and for a district at a point. */
  const schemas = {
    protomaps: [
      ['roads', { kind: 'minor_road', kind_detail: 'residential' }],
      ['places', { kind: 'neighbourhood', kind_detail: 'suburb' }],
      ['earth', null],
    ],
    openmaptiles: [
      ['transportation_name', { class: 'minor' }],
      ['place', { class: 'suburb', rank: 11 }],
    ],
    shortbread: [
      ['street_labels', { kind: 'residential' }],
      ['place_labels', { kind: 'suburb', population: 0 }],
      ['streets', null],
    ],
    mapboxStreets: [
      ['road_label', { class: 'street' }],
      ['place_label', { class: 'settlement_subdivision', type: 'suburb' }],
    ],
  } as const;

  /** A tile around the point, with a road to the north of it and two districts to the east. */
  function tileOf(layers: (typeof schemas)[keyof typeof schemas]): TileToWrite {
    const z = 14;
    const place = { z, x: tileAt(worldX(here.longitude), z), y: tileAt(worldY(here.latitude), z) };
    const at = (east: number, north: number) => [
      here.longitude + east / 102_000,
      here.latitude + north / 111_000,
    ];
    const [[roads, road], [places, district]] = layers;
    const point = (name: string, east: number) => ({
      ...{ type: 'Feature' as const, properties: { ...district, name } },
      geometry: { type: 'Point' as const, coordinates: at(east, 0) },
    });
    const line = {
      ...{ type: 'Feature' as const, properties: { ...road, name: 'Rua A' } },
      geometry: { type: 'LineString' as const, coordinates: [at(-200, 30), at(200, 30)] },
    };
    const cut = (features: readonly object[]) =>
      new GeoJSONVT({ type: 'FeatureCollection', features } as never, {
        maxZoom: z,
        indexMaxZoom: z,
        indexMaxPoints: 0,
      }).getTile(z, place.x, place.y);
    const all = { [roads]: cut([line]), [places]: cut([point('Far', 250), point('Near', 120)]) };
    return { ...place, data: gzipSync(fromGeojsonVt(all as never)) };
  }

  it.each(Object.entries(schemas))('%s', async (schema, layers) => {
    const file = join(folder, `${schema}.pmtiles`);
    await writePmtiles(file, [tileOf(layers)], { layers: layers.map(([name]) => name) });
    const { where, close } = await open(file);
    const [place] = await where([here]);
    await close();
    expect(place).toMatchObject({
      ...{ street: { name: 'Rua A' }, district: 'Near', source: 'map' },
    });
    expect(Math.abs((place?.street?.away ?? 0) - 30)).toBeLessThan(4);
  });
});

const tileAt = (world: number, z: number) => Math.floor(world * 2 ** z);

it('a point outside the map is told by the built-in places', async () => {
  const { where, close } = await open(join(folder, 'town.pmtiles'));
  const [place] = await where([{ latitude: 52.52, longitude: 13.4 }]);
  await close();
  expect(place).toMatchObject({ street: null, district: null, source: 'places' });
  expect(place?.town).toMatchObject({ name: 'Berlin', isIn: true });
});
