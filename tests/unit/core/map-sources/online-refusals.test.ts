import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import { settle } from '../virtual-clock';
import { picture, tileAnswer } from './map-world';
import { map, OnlineMaps, place } from './online-maps';

let online: OnlineMaps;

beforeEach(async () => {
  online = await OnlineMaps.open();
});

describe('a map server that fails', () => {
  it('is left alone for as long as its Retry-After says, and is then asked by one tile', async () => {
    await online.add();
    const busy = tileAnswer({ 'retry-after': '120' }, { status: 429 });
    online.world.tileNetwork.answer = () => busy;
    await errorOf(online.sources.tile(1, place));
    expect(online.fault()).toMatchObject({
      reason: 'map-busy',
      retryAt: online.clock.now() + 120_000,
    });
    await errorOf(online.sources.tile(1, { ...place, x: 2 }));
    await online.clock.advance(119_000);
    expect(online.asked()).toHaveLength(1);
    online.world.tileNetwork.answer = () => tileAnswer();
    await online.clock.advance(2_000);
    await settle();
    expect(online.asked()).toHaveLength(2);
    expect(online.fault()).toBeNull();
  });

  it('is not asked by those who waited for their turn when it said no', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({ 'retry-after': '120' }, { status: 429 });
    const tiles = Array.from({ length: 20 }, (_, x) =>
      errorOf(online.sources.tile(1, { ...place, x })),
    );
    await Promise.all(tiles);
    expect(online.asked()).toHaveLength(6);
  });

  it('stays left alone when an answer comes that was asked for before', async () => {
    await online.add();
    let late: (answer: ReturnType<typeof tileAnswer>) => void = () => undefined;
    online.world.tileNetwork.answer = () => new Promise((resolve) => (late = resolve));
    const first = online.sources.tile(1, place);
    await settle();
    online.world.tileNetwork.answer = () => tileAnswer({ 'retry-after': '120' }, { status: 429 });
    await errorOf(online.sources.tile(1, { ...place, x: 2 }));
    late(tileAnswer());
    expect(await first).toEqual(picture(256));
    expect(online.fault()).toMatchObject({ reason: 'map-busy' });
  });

  it.each([
    [401, 'map-refused'],
    [403, 'map-refused'],
    [429, 'map-busy'],
    [500, 'map-server'],
  ])('says why: %i', async (status, reason) => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({}, { status });
    await errorOf(online.sources.tile(1, place));
    expect(online.fault()).toMatchObject({ reason, status });
  });

  it('is asked less and less often, and often enough to notice the network again', async () => {
    await online.add();
    online.world.tileNetwork.isOffline = true;
    await errorOf(online.sources.tile(1, place));
    await online.clock.advance(20 * 60_000);
    const told = online.fault()?.retryAt ?? 0;
    expect(told - online.clock.now()).toBeLessThanOrEqual(60_000);
    online.world.tileNetwork.isOffline = false;
    await online.clock.advance(60_000);
    await settle();
    expect(online.fault()).toBeNull();
  });

  it('that sends a web page for one tile is asked for the others, and later for that one', async () => {
    await online.add();
    online.world.tileNetwork.answer = ({ url }) =>
      url.includes('/379/') ? tileAnswer({}, { body: Buffer.from('<html>') }) : tileAnswer();
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject({ reason: 'map-not-image' });
    expect(await online.sources.tile(1, { ...place, x: 2 })).toEqual(picture(256));
    expect(online.fault()).toMatchObject({ reason: 'map-not-image' });
    await errorOf(online.sources.tile(1, place));
    expect(online.asked()).toHaveLength(2);
    await online.clock.advance(31_000);
    expect(online.fault()).toBeNull();
    await errorOf(online.sources.tile(1, place));
    expect(online.asked()).toHaveLength(3);
  });

  it('that sends web pages alone is left alone', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({}, { body: Buffer.from('<html>') });
    for (let x = 0; x < 10; x += 1) await errorOf(online.sources.tile(1, { ...place, x }));
    expect(online.asked()).toHaveLength(4);
  });

  it('that has no tile anywhere is doubted, one that had a tile is not', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({}, { status: 404 });
    for (let x = 0; x < 6; x += 1) expect(await online.sources.tile(1, { ...place, x })).toBeNull();
    expect(online.fault()).toMatchObject({ reason: 'map-no-tiles' });
    online.world.tileNetwork.answer = () => tileAnswer();
    await online.sources.tile(1, place);
    expect(online.fault()).toBeNull();
    online.world.tileNetwork.answer = () => tileAnswer({}, { status: 404 });
    for (let x = 10; x < 20; x += 1) await online.sources.tile(1, { ...place, x });
    expect(online.fault()).toBeNull();
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
    online.world.tileNetwork.addresses.set('tiles.office.example', ['93.184.216.34', address]);
    expect(await errorOf(online.sources.addOnline(map))).toMatchObject(isPrivate);
    expect(online.asked()).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/{z}/{x}/{y}.png',
    'https://[::ffff:10.0.0.1]/{z}/{x}/{y}.png',
    'https://localhost/{z}/{x}/{y}.png',
    'http://127.0.0.1:8080/{z}/{x}/{y}.png',
  ])('%s is refused until a person allows it', async (address) => {
    online.world.tileNetwork.addressesOf = (url) =>
      Promise.resolve([new URL(url).hostname.replace(/[[\]]/g, '')]);
    expect(await errorOf(online.sources.addOnline({ ...map, address }))).toMatchObject(isPrivate);
    expect(online.asked()).toEqual([]);
    await online.sources.addOnline({ ...map, address, isPrivate: true });
    expect(online.asked()).toHaveLength(1);
  });

  it('a redirect is followed, and checked like the address itself', async () => {
    await online.add();
    online.world.tileNetwork.addresses.set('inside.example', ['192.168.0.9']);
    const go = (location: string) => () => tileAnswer({ location }, { status: 302 });
    online.world.tileNetwork.answer = go('https://inside.example/a.png');
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject(isPrivate);
    expect(online.asked()).toHaveLength(1);
  });

  it.each([
    ['http://elsewhere.example/a.png', 'map-plain-http'],
    ['file:///etc/passwd', 'map-plain-http'],
    ['/again.png', 'map-redirect'],
  ])('a redirect to %s is refused', async (location, reason) => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({ location }, { status: 302 });
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject({ reason });
  });

  it('a redirect to another public host brings the tile', async () => {
    await online.add();
    online.world.tileNetwork.answer = ({ url }) =>
      url.includes('office')
        ? tileAnswer({ location: 'https://cdn.example/a.png' }, { status: 301 })
        : tileAnswer();
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
  });
});
