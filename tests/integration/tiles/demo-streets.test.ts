import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { streetsSchema } from '@contract/streets';
import { decodeTile } from '@/map/workers/basemap/vector/decode-tile';
import { generateStreets } from '../../../electron/demo';
import { streetLayers, streetTiles } from '../../map-files/street-tiles';
import { writeMbtiles, writePmtiles, type TileToWrite } from '../../map-files/write-archives';

const streets = streetsSchema.parse(generateStreets(1));
const words = { name: 'The town', layers: streetLayers, bounds: streets.bbox };

let folder = '';
let tiles: TileToWrite[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-streets-'));
  tiles = streetTiles(streets, 12, 13);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['PMTiles', writePmtiles],
  ['MBTiles', writeMbtiles],
] as const)('the streets of a town in an %s file', (form, write) => {
  it('come out with their classes and names, tile by tile', async () => {
    const file = join(folder, `town.${form.toLowerCase()}`);
    await write(file, tiles, words);
    const archive = await inlineArchives.open(file);
    expect(archive.description).toMatchObject({
      ...{ name: 'The town', minZoom: 12, maxZoom: 13 },
      content: { form: 'vector', schema: 'openmaptiles' },
    });
    const names = new Set<string>();
    const lines = new Set<string>();
    for (const place of tiles) {
      const bytes = await archive.tile(place);
      if (bytes === null) throw new Error(`There is no tile ${place.z}/${place.x}/${place.y}.`);
      const shapes = decodeTile(bytes, 'openmaptiles');
      for (const line of shapes.lines.keys()) lines.add(line);
      for (const { text } of shapes.names) names.add(text);
    }
    await archive.close();
    expect([...lines].sort()).toEqual(['avenue', 'motorway', 'street', 'track']);
    const ofRoads = streets.roads.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const ofPlaces = streets.places.map(({ name }) => name);
    expect([...new Set([...ofRoads, ...ofPlaces])].filter((name) => !names.has(name))).toEqual([]);
  });
});
