import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workerTileCache } from '@adapters/tile-cache/worker-cache';
import type { AppError } from '@contract/errors';
import { openStreetMap, type NewOnlineMap } from '@contract/online-maps';
import { MapSources } from '@core/map-sources/map-sources';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer, TileRequest } from '@core/ports/tile-network';
import { errorOf } from '../error-of';
import { settle, VirtualClock } from '../virtual-clock';
import { mapWorld, picture, tileAnswer } from './map-world';

const map: NewOnlineMap = {
  ...openStreetMap,
  name: 'Office',
  address: 'https://tiles.office.example/{z}/{x}/{y}.png',
};
const place = { z: 10, x: 379, y: 580 };
const day = 'max-age=86400';

let clock: VirtualClock;
let world: ReturnType<typeof mapWorld>;
let sources: MapSources;

beforeEach(async () => {
  clock = new VirtualClock();
  world = mapWorld(clock);
  sources = await MapSources.open(world);
});

/** Adds the map, with an answer that is kept by no cache, and forgets the question. */
async function add(more: Partial<NewOnlineMap> = {}): Promise<void> {
  world.tileNetwork.answer = () => tileAnswer({ 'cache-control': 'no-store' });
  await sources.addOnline({ ...map, ...more });
  world.tileNetwork.asked.length = 0;
}

const asked = () => world.tileNetwork.asked.map(({ url }) => url);
const faultOf = (): AppError | null => sources.state().sources[0]?.fault ?? null;
const restart = async () => {
  await sources.close();
  sources = await MapSources.open(world);
};

describe('an online map', () => {
  it('is kept and shown, once one of its tiles was asked for', async () => {
    const added = await sources.addOnline(map);
    expect(asked()).toEqual(['https://tiles.office.example/0/0/0.png']);
    expect(added).toMatchObject({ id: 1, kind: 'xyz', name: 'Office', shown: true, fault: null });
    const again = await MapSources.open(world);
    expect(again.state().sources).toEqual(sources.state().sources);
  });

  it('names this app to the server, and nothing of the person', async () => {
    await add();
    await sources.tile(1, place);
    expect(world.tileNetwork.asked[0]?.headers).toEqual({
      accept: 'image/*',
      'user-agent': 'Fleetdesk/0.1.0',
    });
  });

  it('asks once for a tile that is wanted twice at the same time', async () => {
    await add();
    await Promise.all([sources.tile(1, place), sources.tile(1, place)]);
    expect(asked()).toEqual(['https://tiles.office.example/10/379/580.png']);
  });

  it('asks for six tiles at once, as a browser does', async () => {
    await add();
    world.tileNetwork.answer = () => new Promise(() => undefined);
    for (let x = 0; x < 20; x += 1) void sources.tile(1, { z: 10, x, y: 0 });
    await settle();
    expect(asked()).toHaveLength(6);
  });

  it('is asked for nothing while it is hidden', async () => {
    await add();
    await sources.show(1, false);
    expect(await sources.tile(1, place)).toBeNull();
    expect(asked()).toEqual([]);
  });

  it.each([
    ['a web page', () => tileAnswer({}, { body: Buffer.from('<html>') }), 'map-not-image'],
    ['a refusal', () => tileAnswer({}, { status: 403 }), 'map-refused'],
    [
      'a picture of another size',
      () => tileAnswer({}, { body: picture(640, 480) }),
      'map-tile-size',
    ],
    ['a huge picture', () => tileAnswer({}, { body: picture(4096) }), 'map-tile-size'],
  ])('is not kept where the server answers %s', async (_name, answer, reason) => {
    world.tileNetwork.answer = answer;
    expect(await errorOf(sources.addOnline(map))).toMatchObject({ reason });
    expect(sources.state().sources).toEqual([]);
  });

  it.each([
    ['not at all', () => Promise.reject(new Error('unused'))],
    ['that it has no tile of the whole world', () => tileAnswer({}, { status: 404 })],
  ])('is kept where the server answers %s', async (_name, answer) => {
    world.tileNetwork.isOffline = _name === 'not at all';
    world.tileNetwork.answer = answer;
    expect(await sources.addOnline(map)).toMatchObject({ name: 'Office' });
  });
});

describe.each([
  ['hidden', () => sources.show(1, false)],
  ['removed', () => sources.remove(1)],
])('an online map that is %s while its tiles are on their way', (_name, leave) => {
  /** Six tiles are asked for, more wait for their turn; the answers come when the test says so. */
  async function leaveWhileAsking(answer: () => TileAnswer | Promise<TileAnswer>) {
    await add();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    world.tileNetwork.answer = () => held.then(answer);
    const tiles = Array.from({ length: 20 }, (_, x) => errorOf(sources.tile(1, { ...place, x })));
    await settle();
    await leave();
    go();
    return Promise.all(tiles);
  }

  it('is asked for none of those that waited for their turn', async () => {
    const ends = await leaveWhileAsking(() => tileAnswer());
    expect(asked()).toHaveLength(6);
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set(['cancelled']));
  });

  it('is not asked again on account of one that failed', async () => {
    await leaveWhileAsking(() => {
      throw new HttpFailure('offline', 'No network.', { sent: 'no' });
    });
    await clock.advance(3_600_000);
    expect(asked()).toHaveLength(6);
    expect(faultOf()).toBeNull();
  });

  it('keeps none of their pictures', async () => {
    await leaveWhileAsking(() => tileAnswer({ 'cache-control': day }));
    expect((await sources.cache()).tiles).toBe(0);
  });
});

describe('an online map that is shown again', () => {
  it('asks for a tile whose answer was on its way when it was hidden', async () => {
    await add();
    world.tileNetwork.answer = () => new Promise(() => undefined);
    void sources.tile(1, place);
    await settle();
    await sources.show(1, false);
    await sources.show(1, true);
    world.tileNetwork.answer = () => tileAnswer();
    expect(await sources.tile(1, place)).toEqual(picture(256));
  });
});

describe('an online map that is added while the keychain is busy with another one', () => {
  it('has a number of its own, and both are kept', async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const write = world.keychain.write.bind(world.keychain);
    world.keychain.write = (...entry) => held.then(() => write(...entry));
    const keyed = sources.addOnline({
      ...map,
      name: 'Keyed',
      address: `${map.address}?key=s3cret`,
    });
    await settle();
    expect(await sources.addOnline(map)).toMatchObject({ id: 1, name: 'Office' });
    go();
    expect(await keyed).toMatchObject({ id: 2, name: 'Keyed' });
    expect(sources.state().sources.map(({ name }) => name)).toEqual(['Office', 'Keyed']);
  });
});

describe('the key in the address of a map', () => {
  const keyed = {
    address: 'https://tiles.office.example/{z}/{x}/{y}.png?key=s3cret-0f-the-office',
  };

  it('is asked with, and stands in the keychain alone', async () => {
    await add(keyed);
    await sources.tile(1, place);
    expect(asked()).toEqual([
      'https://tiles.office.example/10/379/580.png?key=s3cret-0f-the-office',
    ]);
    const files = JSON.stringify(await world.files.read('map-sources.json'));
    expect(files + JSON.stringify(sources.state())).not.toContain('s3cret');
    expect([...world.keychain.entries.values()].join()).toContain('s3cret');
  });

  it('is found again after a restart, and removed with the map', async () => {
    await add(keyed);
    await restart();
    await sources.tile(1, place);
    expect(asked()[0]).toContain('key=s3cret');
    await sources.remove(1);
    expect(world.keychain.entries.size).toBe(0);
  });

  it('is never written elsewhere: without a keychain the map is not kept', async () => {
    world.keychain.fault = 'unavailable';
    expect(await errorOf(sources.addOnline({ ...map, ...keyed }))).toMatchObject({
      code: 'keychain-unavailable',
    });
    expect(sources.state().sources).toEqual([]);
  });

  it('is told as missing while the keychain is locked, and nothing is asked without it', async () => {
    await add(keyed);
    await restart();
    world.keychain.isMute = true;
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason: 'map-key' });
    expect(faultOf()).toMatchObject({ reason: 'map-key' });
    expect(asked()).toEqual([]);
  });
});

describe('the cache of tiles', () => {
  it('answers without a question while a tile is fresh, and after a restart', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': `${day}, must-revalidate` });
    expect(await sources.tile(1, place)).toEqual(picture(256));
    await restart();
    expect(await sources.tile(1, place)).toEqual(picture(256));
    expect(asked()).toHaveLength(1);
  });

  it('asks whether a stale tile has changed, and keeps it for longer where not', async () => {
    await add();
    world.tileNetwork.answer = ({ headers }: TileRequest) =>
      headers['if-none-match'] === '"a"'
        ? { status: 304, headers: { etag: '"a"', 'cache-control': day }, body: new Uint8Array() }
        : tileAnswer({ etag: '"a"', 'cache-control': day });
    await sources.tile(1, place);
    await clock.advance(2 * 86_400_000);
    expect(await sources.tile(1, place)).toEqual(picture(256));
    expect(await sources.tile(1, place)).toEqual(picture(256));
    expect(world.tileNetwork.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
    ]);
  });

  it('takes the new picture where a stale tile has changed', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await sources.tile(1, place);
    await clock.advance(2 * 86_400_000);
    world.tileNetwork.answer = () => tileAnswer({}, { body: picture(256, 256, 7) });
    expect(await sources.tile(1, place)).toEqual(picture(256, 256, 7));
  });

  it('answers with a stale tile while there is no network, after a restart too', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await sources.tile(1, place);
    await clock.advance(30 * 86_400_000);
    world.tileNetwork.isOffline = true;
    await restart();
    expect(await sources.tile(1, place)).toEqual(picture(256));
    expect(faultOf()).toMatchObject({ code: 'offline', reason: 'map-offline' });
    expect(await errorOf(sources.tile(1, { ...place, x: 1 }))).toMatchObject({
      reason: 'map-offline',
    });
  });

  it('does not answer with a stale tile whose server forbids it', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': 'no-cache', etag: '"a"' });
    await sources.tile(1, place);
    world.tileNetwork.isOffline = true;
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason: 'map-offline' });
  });

  it('keeps nothing that must not be stored', async () => {
    await add();
    await sources.tile(1, place);
    expect((await sources.cache()).tiles).toBe(0);
  });

  it('keeps no cookie and no address', async () => {
    await add({ address: `${map.address}?key=s3cret-0f-the-office` });
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day, 'set-cookie': 'who=me' });
    await sources.tile(1, place);
    const kept = await world.tileCache.read(1, place);
    expect(kept?.policy).not.toMatch(/who=me|s3cret|office/);
  });

  it('is deleted on demand, and with its map', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await sources.tile(1, place);
    expect(await sources.cache()).toMatchObject({ tiles: 1, oldest: clock.now(), fault: null });
    expect(await sources.clearCache()).toMatchObject({ tiles: 0, bytes: 0, oldest: null });
    await sources.tile(1, place);
    await sources.remove(1);
    expect((await sources.cache()).tiles).toBe(0);
  });

  it('keeps its limit after a restart', async () => {
    expect(await sources.limitCache(100)).toMatchObject({ limit: 100_000_000 });
    await restart();
    expect((await sources.cache()).limit).toBe(100_000_000);
    const write = vi.spyOn(world.tileCache, 'write');
    await sources.addOnline(map);
    world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await sources.tile(1, place);
    expect(write).toHaveBeenCalledExactlyOnceWith(1, place, expect.anything(), 100_000_000);
  });

  it('is not touched while there is no online map', async () => {
    const startWorker = vi.fn<() => never>();
    const tileCache = workerTileCache(startWorker);
    await (await MapSources.open({ ...world, tileCache })).close();
    expect(startWorker).not.toHaveBeenCalled();
  });
});

describe('a map server that fails', () => {
  it('is left alone for as long as its Retry-After says, and is then asked by one tile', async () => {
    await add();
    const busy = tileAnswer({ 'retry-after': '120' }, { status: 429 });
    world.tileNetwork.answer = () => busy;
    await errorOf(sources.tile(1, place));
    expect(faultOf()).toMatchObject({ reason: 'map-busy', retryAt: clock.now() + 120_000 });
    await errorOf(sources.tile(1, { ...place, x: 2 }));
    await clock.advance(119_000);
    expect(asked()).toHaveLength(1);
    world.tileNetwork.answer = () => tileAnswer();
    await clock.advance(2_000);
    await settle();
    expect(asked()).toHaveLength(2);
    expect(faultOf()).toBeNull();
  });

  it('is not asked by those who waited for their turn when it said no', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ 'retry-after': '120' }, { status: 429 });
    const tiles = Array.from({ length: 20 }, (_, x) => errorOf(sources.tile(1, { ...place, x })));
    await Promise.all(tiles);
    expect(asked()).toHaveLength(6);
  });

  it('stays left alone when an answer comes that was asked for before', async () => {
    await add();
    let late: (answer: ReturnType<typeof tileAnswer>) => void = () => undefined;
    world.tileNetwork.answer = () => new Promise((resolve) => (late = resolve));
    const first = sources.tile(1, place);
    await settle();
    world.tileNetwork.answer = () => tileAnswer({ 'retry-after': '120' }, { status: 429 });
    await errorOf(sources.tile(1, { ...place, x: 2 }));
    late(tileAnswer());
    expect(await first).toEqual(picture(256));
    expect(faultOf()).toMatchObject({ reason: 'map-busy' });
  });

  it.each([
    [401, 'map-refused'],
    [403, 'map-refused'],
    [429, 'map-busy'],
    [500, 'map-server'],
  ])('says why: %i', async (status, reason) => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({}, { status });
    await errorOf(sources.tile(1, place));
    expect(faultOf()).toMatchObject({ reason, status });
  });

  it('is asked less and less often, and often enough to notice the network again', async () => {
    await add();
    world.tileNetwork.isOffline = true;
    await errorOf(sources.tile(1, place));
    await clock.advance(20 * 60_000);
    const told = faultOf()?.retryAt ?? 0;
    expect(told - clock.now()).toBeLessThanOrEqual(60_000);
    world.tileNetwork.isOffline = false;
    await clock.advance(60_000);
    await settle();
    expect(faultOf()).toBeNull();
  });

  it('that sends a web page for one tile is asked for the others, and later for that one', async () => {
    await add();
    world.tileNetwork.answer = ({ url }) =>
      url.includes('/379/') ? tileAnswer({}, { body: Buffer.from('<html>') }) : tileAnswer();
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason: 'map-not-image' });
    expect(await sources.tile(1, { ...place, x: 2 })).toEqual(picture(256));
    expect(faultOf()).toMatchObject({ reason: 'map-not-image' });
    await errorOf(sources.tile(1, place));
    expect(asked()).toHaveLength(2);
    await clock.advance(31_000);
    expect(faultOf()).toBeNull();
    await errorOf(sources.tile(1, place));
    expect(asked()).toHaveLength(3);
  });

  it('that sends web pages alone is left alone', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({}, { body: Buffer.from('<html>') });
    for (let x = 0; x < 10; x += 1) await errorOf(sources.tile(1, { ...place, x }));
    expect(asked()).toHaveLength(4);
  });

  it('that has no tile anywhere is doubted, one that had a tile is not', async () => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({}, { status: 404 });
    for (let x = 0; x < 6; x += 1) expect(await sources.tile(1, { ...place, x })).toBeNull();
    expect(faultOf()).toMatchObject({ reason: 'map-no-tiles' });
    world.tileNetwork.answer = () => tileAnswer();
    await sources.tile(1, place);
    expect(faultOf()).toBeNull();
    world.tileNetwork.answer = () => tileAnswer({}, { status: 404 });
    for (let x = 10; x < 20; x += 1) await sources.tile(1, { ...place, x });
    expect(faultOf()).toBeNull();
  });
});

describe('where an online map leads', () => {
  const isPrivate = { reason: 'map-private-address' };

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.5',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
  ])('a name of %s is refused, and no request is made', async (address) => {
    world.tileNetwork.addresses.set('tiles.office.example', ['93.184.216.34', address]);
    expect(await errorOf(sources.addOnline(map))).toMatchObject(isPrivate);
    expect(asked()).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/{z}/{x}/{y}.png',
    'https://[::ffff:10.0.0.1]/{z}/{x}/{y}.png',
    'https://localhost/{z}/{x}/{y}.png',
    'http://127.0.0.1:8080/{z}/{x}/{y}.png',
  ])('%s is refused until a person allows it', async (address) => {
    world.tileNetwork.addressesOf = (url) =>
      Promise.resolve([new URL(url).hostname.replace(/[[\]]/g, '')]);
    expect(await errorOf(sources.addOnline({ ...map, address }))).toMatchObject(isPrivate);
    expect(asked()).toEqual([]);
    await sources.addOnline({ ...map, address, isPrivate: true });
    expect(asked()).toHaveLength(1);
  });

  it('a redirect is followed, and checked like the address itself', async () => {
    await add();
    world.tileNetwork.addresses.set('inside.example', ['192.168.0.9']);
    const go = (location: string) => () => tileAnswer({ location }, { status: 302 });
    world.tileNetwork.answer = go('https://inside.example/a.png');
    expect(await errorOf(sources.tile(1, place))).toMatchObject(isPrivate);
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ['http://elsewhere.example/a.png', 'map-plain-http'],
    ['file:///etc/passwd', 'map-plain-http'],
    ['/again.png', 'map-redirect'],
  ])('a redirect to %s is refused', async (location, reason) => {
    await add();
    world.tileNetwork.answer = () => tileAnswer({ location }, { status: 302 });
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason });
  });

  it('a redirect to another public host brings the tile', async () => {
    await add();
    world.tileNetwork.answer = ({ url }) =>
      url.includes('office')
        ? tileAnswer({ location: 'https://cdn.example/a.png' }, { status: 301 })
        : tileAnswer();
    expect(await sources.tile(1, place)).toEqual(picture(256));
  });
});
