import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import { openStreetMap } from '@contract/online-maps';
import { MapSources } from '@core/map-sources/map-sources';
import { errorOf } from '../../unit/core/error-of';
import { mapWorld } from '../../unit/core/map-sources/map-world';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { MapServer, plainPicture } from './map-server';

const place = { z: 4, x: 5, y: 6 };
const blue = plainPicture(256, [20, 60, 200]);

let server: MapServer;
let sources: MapSources;

beforeEach(async () => {
  server = new MapServer((_request, response) => {
    response.setHeader('cache-control', 'no-store').end(blue);
  });
  await server.start();
  const clock = new VirtualClock(Date.now());
  sources = await MapSources.open({ ...mapWorld(clock), tileNetwork: nodeTileNetwork });
  const address = `${server.origin}/{z}/{x}/{y}.png`;
  await sources.addOnline({ ...openStreetMap, address, isPrivate: true });
  server.asked.length = 0;
});

afterEach(() => server.stop());

const faultOf = () => errorOf(sources.tile(1, place));

describe('an online map over HTTP', () => {
  it('gives its tiles, and tells the server which app asks and nothing of the person', async () => {
    expect(Buffer.from((await sources.tile(1, place)) ?? [])).toEqual(blue);
    expect(server.asked).toHaveLength(1);
    const { url, headers } = server.asked[0] ?? {};
    expect(url).toBe('/4/5/6.png');
    expect(headers?.['user-agent']).toBe('Fleetdesk/0.1.0');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    expect(headers).not.toHaveProperty('authorization');
  });

  it('refuses a tile of more than 2 MB, told before or not', async () => {
    server.answer = (_request, response) => {
      response.write(Buffer.alloc(1_500_000));
      response.end(Buffer.alloc(1_500_000));
    };
    expect(await faultOf()).toMatchObject({ reason: 'map-tile-too-large' });
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '9000000000' });
      response.write('x');
    };
    const other = errorOf(sources.tile(1, { ...place, x: 1 }));
    expect(await other).toMatchObject({ reason: 'map-tile-too-large' });
  });

  it('refuses a redirect that leaves for plain HTTP, and makes no request there', async () => {
    const asked: string[] = [];
    server.answer = (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: 'http://elsewhere.example/tile.png' }).end();
    };
    expect(await faultOf()).toMatchObject({ reason: 'map-plain-http' });
    expect(asked).toEqual(['/4/5/6.png']);
  });

  it('says that a server which is gone can not be reached', async () => {
    await server.stop();
    expect(await faultOf()).toMatchObject({ code: 'offline', reason: 'map-offline' });
  });

  it('draws nothing of an answer that was cut off', async () => {
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': String(blue.length) });
      response.write(blue.subarray(0, 100));
      setImmediate(() => response.destroy());
    };
    expect(await faultOf()).toMatchObject({ reason: 'map-offline' });
  });

  it('asks a WMS for the square of a tile', async () => {
    server.answer = (_request, response) => {
      response.end(plainPicture(512, [0, 0, 0]));
    };
    const wms = { ...openStreetMap, kind: 'wms', layers: 'air', isPrivate: true } as const;
    await sources.addOnline({ ...wms, address: `${server.origin}/ows?map=/city.map` });
    await sources.tile(2, place);
    const { searchParams } = new URL(server.asked.at(-1)?.url ?? '', server.origin);
    expect(searchParams.get('map')).toBe('/city.map');
    expect(searchParams.get('LAYERS')).toBe('air');
    expect(searchParams.get('BBOX')?.split(',').map(Number)).toHaveLength(4);
  });
});
