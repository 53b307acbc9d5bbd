import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { pmtilesFormat } from '@adapters/tiles/pmtiles-format';
import { RegionCopies } from '@core/region-copies/region-copies';
import { answerRange } from '../../map-files/answer-ranges';
import { CopyWorld, town, worldArchive } from '../../unit/core/region-copies/copy-world';
import { errorOf } from '../../unit/core/error-of';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { MapServer } from './map-server';

const archive = worldArchive();
let server: MapServer;
let world: CopyWorld;
let copies: RegionCopies;

beforeEach(async () => {
  server = new MapServer((request, response) => {
    answerRange(request, response, archive);
  });
  await server.start();
  const clock = new VirtualClock(Date.now());
  world = new CopyWorld(clock);
  copies = await RegionCopies.open({
    ...{ files: world.files, regionFiles: world.regionFiles, keychain: world.keychain, clock },
    ...{ archiveFormat: pmtilesFormat, tileNetwork: nodeTileNetwork, userAgent: 'Fleetdesk/0.1.0' },
    ...{ random: { id: () => 'key' }, workOffline: world.workOffline },
    addMap: (file) => {
      world.added.push(file);
      return Promise.resolve();
    },
  });
});

afterEach(async () => {
  await copies.close();
  await server.stop();
  await rm(world.folder, { recursive: true, force: true });
});

const here = () => ({ ...town, address: `${server.origin}/world.pmtiles`, isPrivate: true });

describe('a region of an archive over HTTP', () => {
  it('is copied by ranges, a few at a time, and can be read as a map', async () => {
    await copies.start(here(), world.file);
    await new Promise<void>((resolve) => {
      copies.subscribe((state) => {
        if (state.copies.length === 0) resolve();
      });
    });
    expect(world.added).toEqual([world.file]);
    const map = await inlineArchives.open(world.file);
    expect(map.description).toMatchObject({
      kind: 'mbtiles',
      name: 'Town',
      attribution: '© OpenStreetMap contributors',
      bounds: town.bounds,
      maxZoom: 5,
      content: { form: 'vector', schema: 'openmaptiles' },
    });
    await map.close();
    expect(server.asked.every(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  it('is refused by a server that sends files only whole, before much of it came', async () => {
    server.answer = (request, response) => {
      delete request.headers.range;
      answerRange(request, response, Buffer.concat([archive, Buffer.alloc(5_000_000)]));
    };
    expect(await errorOf(copies.inspect(here()))).toMatchObject({ reason: 'map-no-ranges' });
  });

  it('follows a redirect, but none that leaves for a plain address', async () => {
    server.answer = (request, response) => {
      if (request.url === '/world.pmtiles') {
        response.writeHead(302, { location: '/builds/today.pmtiles' }).end();
      } else answerRange(request, response, archive);
    };
    expect(await copies.inspect(here())).toMatchObject({ name: 'World', bytes: archive.length });
    server.answer = (_request, response) => {
      response.writeHead(302, { location: 'http://elsewhere.example/world.pmtiles' }).end();
    };
    const other = { ...here(), address: `${server.origin}/other.pmtiles` };
    expect(await errorOf(copies.inspect(other))).toMatchObject({ reason: 'map-plain-http' });
  });
});
