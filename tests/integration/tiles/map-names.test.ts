import { mkdtemp, rename, rm, writeFile, readdir, copyFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { nameIndexes } from '@adapters/map-names/name-indexes';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { foundPlaceSchema } from '@contract/place-search';
import { streetsSchema, type Streets } from '@contract/streets';
import { MapSources } from '@core/map-sources/map-sources';
import { MapNames } from '@core/place-search/map-names';
import { PlaceSearch } from '@core/place-search/place-search';
import { townsOf } from '@core/place-search/towns';
import { generateStreets } from '../../../electron/demo';
import { realTiles } from '../../map-files/real-tiles';
import { streetLayers, streetTiles } from '../../map-files/street-tiles';
import { writeMbtiles, writePmtiles } from '../../map-files/write-archives';
import { mapWorld } from '../../unit/core/map-sources/map-world';
import { VirtualClock } from '../../unit/core/virtual-clock';

const streets = streetsSchema.parse(generateStreets(1));
const center = { latitude: streets.centre[1], longitude: streets.centre[0] };
let shared = '';
let folder = '';
let opened: { close(): Promise<void> }[] = [];

/** The tiles of three levels are enough, and quicker to make. */
const tilesOf = (of: Streets) => streetTiles(of, 9, 14).filter(({ z }) => [9, 12, 14].includes(z));

const renamed = (of: Streets, name: string): Streets => ({
  ...of,
  roads: of.roads.map((road) => ({ ...road, ...(road.name && { name: `${name} ${road.name}` }) })),
});

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'fleetdesk-names-'));
  const words = { name: 'The town', layers: streetLayers, bounds: streets.bbox };
  await writePmtiles(join(shared, 'town.pmtiles'), tilesOf(streets), words);
  await writeMbtiles(join(shared, 'town.mbtiles'), tilesOf(streets), words);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-names-'));
});

afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
  await rm(folder, { recursive: true, force: true });
});

afterAll(() => rm(shared, { recursive: true, force: true }));

/** The search over map files, and what is kept of them in `folder`. */
async function open(...files: string[]) {
  const world = { ...mapWorld(new VirtualClock()), archives: inlineArchives };
  const sources = await MapSources.open(world);
  for (const file of files) await sources.add(file);
  return { sources, ...searchOn(sources) };
}

function searchOn(sources: MapSources) {
  const names = new MapNames({
    sources,
    indexes: nameIndexes(join(folder, 'names')),
    clock: new VirtualClock(),
    fleet: () => [center],
  });
  const search = new PlaceSearch({
    streets: () => Promise.resolve(null),
    maps: names,
    towns: () =>
      Promise.resolve(
        townsOf({ name: [], longitude: [], latitude: [], thousands: [], countries: '' }),
      ),
  });
  const close = async () => {
    await names.close();
  };
  opened.push({ close: () => sources.close() }, { close });
  const find = (words: string, near: typeof center | null = center) => search.find({ words, near });
  return { names, find, close };
}

async function isRead(names: MapNames): Promise<void> {
  await vi.waitFor(() => {
    const { maps } = names.state();
    expect(maps.every(({ reading, names: count }) => reading === null && count > 0)).toBe(true);
  });
}

/** A street with a name of its own and some length. */
const street = streets.roads
  .filter(({ name, line }) => name !== undefined && line.length >= 6)
  .map(({ name }) => name ?? '')[0];

describe.each(['town.pmtiles', 'town.mbtiles'])('the names of %s', (file) => {
  it('are found without a network: street, district and town', async () => {
    const { names, find } = await open(join(shared, file));
    await isRead(names);
    expect(names.state().maps).toMatchObject([{ isWhole: true, fault: null }]);
    const [found] = await find(street ?? '');
    expect(found).toMatchObject({ kind: 'street', name: street, source: 'file' });
    expect(found?.area).toContain(streets.name);
    for (const { name, kind } of streets.places.slice(0, 6)) {
      const told = await find(name);
      expect(told[0]).toMatchObject({ name, kind: kind === 'city' ? 'town' : kind });
    }
    const all = new Set(streets.roads.flatMap(({ name }) => name ?? []));
    for (const name of [...all].slice(0, 40)) {
      expect((await find(name)).map((each) => each.name)).toContain(name);
    }
  });
});

describe('an index on the disk', () => {
  it('is read once: after a restart it is there at once, without the tiles', async () => {
    const { names, sources, close } = await open(join(shared, 'town.pmtiles'));
    await isRead(names);
    await close();
    const reads = vi.spyOn(inlineArchives, 'open');
    const again = searchOn(sources);
    await isRead(again.names);
    expect((await again.find(street ?? ''))[0]?.name).toBe(street);
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });

  it('goes with its map: a map that is removed leaves no results and no file', async () => {
    const { names, sources, find, close } = await open(join(shared, 'town.pmtiles'));
    await isRead(names);
    expect(await readdir(join(folder, 'names'))).not.toEqual([]);
    await sources.remove(1);
    expect(await find(street ?? '')).toEqual([]);
    await close();
    expect(await readdir(join(folder, 'names'))).toEqual([]);
  });

  it('a map that is hidden is not searched, and needs no reading when it is shown', async () => {
    const { names, sources, find } = await open(join(shared, 'town.pmtiles'));
    await isRead(names);
    await sources.show(1, false);
    expect(await find(street ?? '')).toEqual([]);
    await sources.show(1, true);
    expect((await find(street ?? ''))[0]?.name).toBe(street);
  });

  it('a file that goes away leaves no results, and has them when it is back', async () => {
    const file = join(folder, 'town.pmtiles');
    await copyFile(join(shared, 'town.pmtiles'), file);
    const { names, find } = await open(file);
    await isRead(names);
    await rename(file, `${file}.away`);
    expect(await find(street ?? '')).toEqual([]);
    await rename(`${file}.away`, file);
    expect((await find(street ?? ''))[0]?.name).toBe(street);
  });

  it('another file in its place is read from the start: no name of the old one is found', async () => {
    const file = join(folder, 'town.pmtiles');
    await copyFile(join(shared, 'town.pmtiles'), file);
    const { names, find } = await open(file);
    await isRead(names);
    const { size } = await stat(file);
    await writePmtiles(file, tilesOf(renamed(streets, 'Nova')), {
      ...{ name: 'The town', layers: streetLayers, bounds: streets.bbox },
    });
    expect((await stat(file)).size).not.toBe(size);
    expect(await find(`Nova ${street}`)).toEqual([]);
    await isRead(names);
    expect((await find(`Nova ${street}`))[0]?.name).toBe(`Nova ${street}`);
    expect((await find(street ?? '')).map(({ name }) => name)).not.toContain(street);
  });

  it('that is damaged is read from the start', async () => {
    const { names, sources, close } = await open(join(shared, 'town.pmtiles'));
    await isRead(names);
    await close();
    await writeFile(join(folder, 'names', '1.db'), 'This is no database.');
    const again = searchOn(sources);
    await isRead(again.names);
    expect((await again.find(street ?? ''))[0]?.name).toBe(street);
  });
});

it('names from right to left and of 300 letters are found, cut to what a screen can show', async () => {
  const file = join(folder, 'town.pmtiles');
  const [first, second] = [...new Set(streets.roads.flatMap(({ name }) => name ?? []))];
  const long = `Avenida ${'Comprida '.repeat(33)}`;
  const given = new Map([
    [first, 'شارع الملك فهد'],
    [second, long],
  ]);
  const roads = streets.roads.map((road) => ({
    ...road,
    ...(road.name !== undefined && { name: given.get(road.name) ?? road.name }),
  }));
  const places = streets.places.map((place, index) => ({
    ...place,
    name:
      place.kind === 'city' ? `Cidade ${'Grande '.repeat(42)}` : `${index} ${'Longo '.repeat(50)}`,
  }));
  await writePmtiles(file, tilesOf({ ...streets, roads, places }), {
    ...{ name: 'The town', layers: streetLayers, bounds: streets.bbox },
  });
  const { names, find } = await open(file);
  await isRead(names);
  expect((await find('الملك'))[0]).toMatchObject({ kind: 'street', name: 'شارع الملك فهد' });
  const found = await find('avenida comprida');
  expect(found[0]).toMatchObject({ kind: 'street', name: long.slice(0, 200) });
  expect(z.array(foundPlaceSchema).safeParse(found).success).toBe(true);
});

it('names of real tiles: streets of Chicago, and tiles that are broken name nothing', async () => {
  const file = join(folder, 'chicago.pmtiles');
  const { tiles, bounds } = realTiles('chicago');
  const broken = tiles.slice(0, 2).map((tile) => ({ ...tile, data: new Uint8Array([1, 2, 3]) }));
  await writePmtiles(file, [...broken, ...tiles.slice(2)], {
    ...{ name: 'Chicago', bounds },
    layers: ['road', 'road_label', 'water', 'building', 'place_label'],
  });
  const { names, find } = await open(file);
  await isRead(names);
  const found = await find('s halsted', { latitude: 41.87, longitude: -87.66 });
  expect(found[0]).toMatchObject({ kind: 'street', name: expect.stringMatching(/Halsted/) });
});

it('two districts of one name in neighboring towns are both found', async () => {
  const file = join(folder, 'town.pmtiles');
  const [east, north] = streets.centre;
  const near = (lng: number, lat: number) => ({ name: 'Vila Gêmea', kind: 'district', lng, lat });
  const places = [
    ...streets.places.filter(({ kind }) => kind === 'city'),
    ...[near(east, north), near(east + 0.05, north + 0.03), near(east + 0.001, north)],
  ] as Streets['places'];
  await writePmtiles(file, tilesOf({ ...streets, places }), {
    ...{ name: 'The town', layers: streetLayers, bounds: streets.bbox },
  });
  const { names, find } = await open(file);
  await isRead(names);
  const found = await find('vila gemea');
  expect(found.map(({ name }) => name)).toEqual(['Vila Gêmea', 'Vila Gêmea']);
});
