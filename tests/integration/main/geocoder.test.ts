import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import type { TileNetwork } from '@core/ports/tile-network';
import type { GeocoderKind, GeocoderSetting } from '@contract/geocoder';
import { HttpFailure } from '@core/ports/http-transport';
import { Geocoder } from '@core/place-search/geocoder';
import type { AnswerStore } from '@core/place-search/kept-answers';
import { collectFaults } from '../../unit/collect-faults';
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
let store: AnswerStore | null;
let workOffline: { isOn: boolean };
let setting: GeocoderSetting;
let reply: { status: number; body: string; headers: Record<string, string> };

beforeEach(async () => {
  clock = new VirtualClock();
  store = notesIn(new Map());
  workOffline = { isOn: false };
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

function geocoder(network: TileNetwork = nodeTileNetwork): Geocoder {
  return new Geocoder({
    ...{ clock, workOffline, network, userAgent: 'Fleetdesk/0.1.0' },
    ...{ setting: () => setting, store: () => store },
  });
}

/** The notes of a store. */
function notesIn(notes: Map<string, string>): AnswerStore {
  return {
    note: (name) => Promise.resolve(notes.get(name) ?? null),
    commit: (changes) => {
      for (const change of changes) {
        if (change.kind === 'note') notes.set(change.name, change.value ?? '');
      }
      return Promise.resolve({ revision: 1, gone: [], changed: [], seqs: {} });
    },
  };
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

  it('an answer is there without the server, also after a restart', async () => {
    await geocoder().find('Rua São João');
    await server.stop();
    expect((await geocoder().find('Rua São João')).places).toHaveLength(1);
    await server.start();
  });

  it('two questions for the same words at once are one request', async () => {
    const one = geocoder();
    const both = [one.find('Rua São João'), one.find('rua são joão')];
    await Promise.all(both);
    expect(server.asked).toHaveLength(1);
  });

  it('a server that keeps silent is given up, and the search says so', async () => {
    const silent: typeof nodeTileNetwork = {
      ...nodeTileNetwork,
      get: ({ timeout }) =>
        Promise.reject(
          new HttpFailure('timeout', `No answer within ${timeout} ms.`, { sent: 'maybe' }),
        ),
    };
    const one = new Geocoder({
      ...{ clock, workOffline, network: silent, userAgent: 'Fleetdesk/0.1.0' },
      ...{ setting: () => setting, store: () => store },
    });
    expect(await faultOf(one.find('rua'))).toBe('geocoder-timeout');
  });

  it('asks nothing while a person works offline, but for what is kept', async () => {
    await geocoder().find('Rua São João');
    workOffline.isOn = true;
    expect((await geocoder().find('rua sao joao')).places).toHaveLength(1);
    expect(await faultOf(geocoder().find('Rua Nova'))).toBe('work-offline');
    expect(server.asked).toHaveLength(1);
  });

  it('answers are kept with the data of who is signed in, and are not there for the next', async () => {
    const notes = new Map<string, string>();
    store = notesIn(notes);
    const one = geocoder();
    await one.find('Rua São João');
    expect([...notes.keys()]).toEqual(['found-addresses']);
    store = notesIn(new Map());
    await clock.advance(1_000);
    await one.find('rua sao joao');
    expect(server.asked).toHaveLength(2);
    store = notesIn(notes);
    await one.find('rua sao joao');
    expect(server.asked).toHaveLength(2);
  });

  it('an answer that comes once somebody else is signed in is kept for nobody', async () => {
    const [before, after] = [new Map<string, string>(), new Map<string, string>()];
    store = notesIn(before);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow: TileNetwork = {
      ...nodeTileNetwork,
      get: (question) => held.then(() => nodeTileNetwork.get(question)),
    };
    const asked = geocoder(slow).find('Rua São João');
    // The question is on its way once the answers before were read.
    await clock.advance(0);
    store = notesIn(after);
    letGo();
    expect((await asked).places).toHaveLength(1);
    expect([...before.keys(), ...after.keys()]).toEqual([]);
  });

  it('a store that can’t be read costs a request, and nothing for ever', async () => {
    collectFaults();
    const notes = new Map<string, string>();
    store = { ...notesIn(notes), note: () => Promise.reject(new Error('damaged')) };
    const one = geocoder();
    expect((await one.find('Rua São João')).places).toHaveLength(1);
    expect((await one.find('Rua São João')).places).toHaveLength(1);
    expect(server.asked).toHaveLength(1);
  });

  it('tells what is kept and deletes it', async () => {
    const one = geocoder();
    await one.find('Rua São João');
    expect(await one.kept()).toMatchObject({ answers: 1, oldest: clock.now() });
    expect(await one.forget()).toEqual({ answers: 0, bytes: 0, oldest: null });
    await clock.advance(1_000);
    await one.find('Rua São João');
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['right to left', 'شارع الملك فهد'],
    ['of 300 characters', 'Rua '.repeat(75)],
  ])('takes a name %s, no longer than a screen can show', async (_what, name) => {
    const [feature] = photon.features;
    reply.body = JSON.stringify({ features: [{ ...feature, properties: { name } }] });
    const { places } = await geocoder().find('rua');
    expect(name.startsWith(places[0]?.name ?? 'nothing')).toBe(true);
    expect(places[0]?.name.length).toBeLessThanOrEqual(200);
  });

  it('takes a position with a height, and no position that is missing', async () => {
    const [feature] = photon.features;
    const geometry = { type: 'Point', coordinates: [-48.55, -27.6, 12] };
    reply.body = JSON.stringify({ features: [{ ...feature, geometry }] });
    expect((await geocoder().find('rua')).places).toHaveLength(1);
    choose('nominatim');
    reply.body = JSON.stringify([
      { lat: null, lon: null, name: 'Nowhere', display_name: 'Nowhere' },
    ]);
    await clock.advance(1_000);
    expect(await faultOf(geocoder().find('rua'))).toBe('geocoder-answer');
  });
});

describe('the street where a vehicle is, by the server of the settings', () => {
  const here = { latitude: -27.6001, longitude: -48.5501 };
  const found = {
    features: [
      {
        geometry: { type: 'Point', coordinates: [-48.55, -27.6] },
        properties: { street: 'Rua Felipe Schmidt', district: 'Centro', city: 'Florianópolis' },
      },
    ],
  };

  beforeEach(() => {
    setting = { ...setting, namesPositions: true };
    reply.body = JSON.stringify(found);
  });

  it('is asked once for places some meters apart, and kept', async () => {
    const one = geocoder();
    const where = await one.where(here);
    expect(where).toMatchObject({
      street: { name: 'Rua Felipe Schmidt' },
      ...{ district: 'Centro', town: { name: 'Florianópolis', isIn: true } },
      source: 'geocoder',
    });
    expect(where?.street?.away).toBeLessThan(20);
    expect(server.asked[0]?.url).toBe('/reverse?lat=-27.60010&lon=-48.55010&limit=1');
    await geocoder().where({ ...here, latitude: here.latitude + 1e-5 });
    expect(server.asked).toHaveLength(1);
  });

  it('is not asked without leave, offline, or of an address that has no such form', async () => {
    choose('photon');
    expect(await geocoder().where(here)).toBeNull();
    choose('photon', `${server.origin}/find?q={q}`);
    setting = { ...setting, namesPositions: true };
    expect(await geocoder().where(here)).toBeNull();
    choose('photon');
    setting = { ...setting, namesPositions: true };
    workOffline.isOn = true;
    expect(await geocoder().where(here)).toBeNull();
    expect(server.asked).toEqual([]);
  });

  it('Nominatim answers too, and says nothing at sea', async () => {
    const address = { road: 'Rua Felipe Schmidt', suburb: 'Centro', city: 'Florianópolis' };
    reply.body = JSON.stringify({ lat: '-27.6', lon: '-48.55', address });
    choose('nominatim', `${server.origin}/search`);
    setting = { ...setting, namesPositions: true };
    expect(await geocoder().where(here)).toMatchObject({
      ...{ street: { name: 'Rua Felipe Schmidt' }, district: 'Centro' },
    });
    expect(server.asked[0]?.url).toBe('/reverse?lat=-27.60010&lon=-48.55010&format=jsonv2&zoom=18');
    reply.body = JSON.stringify({ error: 'Unable to geocode' });
    await clock.advance(1_000);
    expect(await geocoder().where({ latitude: -30, longitude: -20 })).toBeNull();
  });

  it('a street far from the place is not told as its street', async () => {
    expect((await geocoder().where({ latitude: -27.62, longitude: -48.55 }))?.street).toBeNull();
    await clock.advance(1_000);
    expect(await geocoder().where({ latitude: -30, longitude: -48.55 })).toBeNull();
  });

  it.each([
    ['a web page', 200, '<html>Welcome</html>'],
    [
      'coordinates out of range',
      200,
      '{"features":[{"geometry":{"coordinates":[999,0]},"properties":{"street":"X"}}]}',
    ],
    ['a fault', 500, ''],
    ['a request to wait', 429, ''],
  ])('after %s it is left alone for a minute', async (_what, status, body) => {
    reply = { status, body, headers: {} };
    const one = geocoder();
    expect(await one.where(here)).toBeNull();
    expect(await one.where({ latitude: -27.7, longitude: -48.5 })).toBeNull();
    expect(server.asked).toHaveLength(1);
    reply = { status: 200, body: JSON.stringify(found), headers: {} };
    await clock.advance(60_000);
    expect((await one.where(here))?.street?.name).toBe('Rua Felipe Schmidt');
  });
});
