import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import type { GeocoderKind, GeocoderSetting } from '@contract/geocoder';
import { Geocoder } from '@core/place-search/geocoder';
import { MemoryFiles } from '../../unit/core/memory-files';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { MapServer } from '../tiles/map-server';

const day = 24 * 60 * 60 * 1000;

const photon = {
  type: 'FeatureCollection',
  features: [
    {
      geometry: { type: 'Point', coordinates: [-48.55, -27.6] },
      properties: {
        street: 'Rua Felipe Schmidt',
        housenumber: '120',
        city: 'Florianópolis',
        state: 'Santa Catarina',
        countrycode: 'br',
      },
    },
    { geometry: { type: 'Point', coordinates: [-48, 127] }, properties: { name: 'Nowhere' } },
  ],
};

const nominatim = [
  {
    lat: '-27.6',
    lon: '-48.55',
    name: '',
    display_name: '120, Rua Felipe Schmidt, Florianópolis, Brasil',
  },
];

let server: MapServer;
let clock: VirtualClock;
let files: MemoryFiles;
let setting: GeocoderSetting;
let reply: { status: number; body: string; headers: Record<string, string> };

beforeEach(async () => {
  clock = new VirtualClock();
  files = new MemoryFiles();
  reply = { status: 200, body: JSON.stringify(photon), headers: {} };
  server = new MapServer((_request, response) => {
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await server.start();
  choose('photon');
});

afterEach(async () => {
  await server.stop();
});

function choose(kind: GeocoderKind, address = server.origin, isPrivate = true): void {
  setting = { kind, address, isPrivate };
}

function geocoder(): Geocoder {
  return new Geocoder({
    ...{ clock, files, network: nodeTileNetwork, userAgent: 'Fleetdesk/0.1.0' },
    setting: () => setting,
  });
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  const fault: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return (fault as { error?: { reason?: string } } | null)?.error?.reason;
}

describe('the address search', () => {
  it('asks a Photon server, names the app to it and leaves out what can’t be a place', async () => {
    const { places } = await geocoder().find('Rua Felipe Schmidt 120');
    expect(places).toEqual([
      {
        kind: 'address',
        name: 'Rua Felipe Schmidt 120',
        area: 'Florianópolis, Santa Catarina',
        country: 'BR',
        latitude: -27.6,
        longitude: -48.55,
        source: 'geocoder',
      },
    ]);
    expect(server.asked[0]?.url).toBe('/api?q=Rua%20Felipe%20Schmidt%20120&limit=8');
    expect(server.asked[0]?.headers['user-agent']).toBe('Fleetdesk/0.1.0');
  });

  it('asks a Nominatim server, also by an address with a place for the words', async () => {
    reply.body = JSON.stringify(nominatim);
    choose('nominatim');
    const { places } = await geocoder().find('felipe schmidt 120');
    expect(places[0]).toMatchObject({
      name: '120',
      area: 'Rua Felipe Schmidt, Florianópolis, Brasil',
    });
    expect(server.asked[0]?.url).toBe('/search?q=felipe%20schmidt%20120&format=jsonv2&limit=8');
    choose('nominatim', `${server.origin}/osm/search?q={q}&format=jsonv2`);
    await geocoder().find('a&b');
    expect(server.asked[1]?.url).toBe('/osm/search?q=a%26b&format=jsonv2');
  });

  it('asks the same words once in 30 days, also after a restart', async () => {
    await geocoder().find('Rua São João');
    await geocoder().find('rua sao joao');
    expect(server.asked).toHaveLength(1);
    await clock.advance(31 * day);
    await geocoder().find('rua sao joao');
    expect(server.asked).toHaveLength(2);
  });

  it('asks once a second at most', async () => {
    const one = geocoder();
    await one.find('first');
    const second = one.find('second');
    await clock.advance(900);
    expect(server.asked).toHaveLength(1);
    await clock.advance(100);
    await second;
    expect(server.asked).toHaveLength(2);
  });

  it('leaves a server alone for as long as it asks, and says so at once', async () => {
    reply = { status: 429, body: '', headers: { 'retry-after': '60' } };
    const one = geocoder();
    expect(await faultOf(one.find('first'))).toBe('geocoder-busy');
    expect(await faultOf(one.find('second'))).toBe('geocoder-busy');
    expect(server.asked).toHaveLength(1);
    reply = { status: 200, body: JSON.stringify(photon), headers: {} };
    await clock.advance(60_000);
    expect((await one.find('second')).places).toHaveLength(1);
  });

  it.each([
    ['a web page', '<html>Welcome</html>', 'geocoder-answer'],
    ['JSON of another kind', '{"error":"no"}', 'geocoder-answer'],
    [
      'positions that can’t be',
      '{"features":[{"geometry":{"coordinates":[999,0]}}]}',
      'geocoder-answer',
    ],
    ['more than a megabyte', `[${' '.repeat(1024 * 1024)}]`, 'geocoder-answer'],
  ])('takes no %s for an answer', async (_what, body, reason) => {
    reply.body = body;
    expect(await faultOf(geocoder().find('rua'))).toBe(reason);
  });

  it('finds nothing where the server knows nothing', async () => {
    reply.body = '{"type":"FeatureCollection","features":[]}';
    expect((await geocoder().find('xyzzy')).places).toEqual([]);
  });

  it('says what is wrong with a server that refuses, fails or is not there', async () => {
    reply.status = 403;
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-refused');
    reply.status = 500;
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-server');
    await server.stop();
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-offline');
    await server.start();
  });

  it('asks no private address that nobody allowed, not even by a redirect', async () => {
    choose('photon', server.origin, false);
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-address');
    expect(server.asked).toEqual([]);
    choose('photon');
    reply = { status: 302, body: '', headers: { location: 'http://192.168.0.1/api' } };
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-address');
  });
});
