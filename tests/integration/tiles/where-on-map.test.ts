import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineGround } from '@adapters/places/inline-ground';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { distanceBetween } from '@contract/rules/sphere';
import { streetsSchema } from '@contract/streets';
import { MapSources } from '@core/map-sources/map-sources';
import { Whereabouts } from '@core/places/whereabouts';
import { generateStreets } from '../../../electron/demo';
import { realTiles } from '../../map-files/real-tiles';
import { streetLayers, streetTiles } from '../../map-files/street-tiles';
import { writeMbtiles, writePmtiles } from '../../map-files/write-archives';
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

it('a point outside the map is told by the built-in places', async () => {
  const { where, close } = await open(join(folder, 'town.pmtiles'));
  const [place] = await where([{ latitude: 52.52, longitude: 13.4 }]);
  await close();
  expect(place).toMatchObject({ street: null, district: null, source: 'places' });
  expect(place?.town).toMatchObject({ name: 'Berlin', isIn: true });
});
