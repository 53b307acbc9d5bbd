import { beforeEach, describe, expect, it } from 'vitest';
import { MapSources } from '@core/map-sources/map-sources';
import { HttpFailure } from '@core/ports/http-transport';
import type { TileAnswer } from '@core/ports/tile-network';
import { errorOf } from '../error-of';
import { settle } from '../virtual-clock';
import { picture, tileAnswer } from './map-world';
import { day, map, OnlineMaps, place } from './online-maps';

let online: OnlineMaps;

beforeEach(async () => {
  online = await OnlineMaps.open();
});

describe('an online map', () => {
  it('is kept and shown, once one of its tiles was asked for', async () => {
    const added = await online.sources.addOnline(map);
    expect(online.asked()).toEqual(['https://tiles.office.example/0/0/0.png']);
    expect(added).toMatchObject({ id: 1, kind: 'xyz', name: 'Office', shown: true, fault: null });
    const again = await MapSources.open(online.world);
    expect(again.state().sources).toEqual(online.sources.state().sources);
  });

  it('names this app to the server, and nothing of the person', async () => {
    await online.add();
    await online.sources.tile(1, place);
    expect(online.world.tileNetwork.asked[0]?.headers).toEqual({
      accept: 'image/*',
      'user-agent': 'Fleetdesk/0.1.0',
    });
  });

  it('asks once for a tile that is wanted twice at the same time', async () => {
    await online.add();
    await Promise.all([online.sources.tile(1, place), online.sources.tile(1, place)]);
    expect(online.asked()).toEqual(['https://tiles.office.example/10/379/580.png']);
  });

  it('asks for six tiles at once, as a browser does', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => new Promise(() => undefined);
    for (let x = 0; x < 20; x += 1) void online.sources.tile(1, { z: 10, x, y: 0 });
    await settle();
    expect(online.asked()).toHaveLength(6);
  });

  it('is asked for nothing while it is hidden', async () => {
    await online.add();
    await online.sources.show(1, false);
    expect(await online.sources.tile(1, place)).toBeNull();
    expect(online.asked()).toEqual([]);
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
    online.world.tileNetwork.answer = answer;
    expect(await errorOf(online.sources.addOnline(map))).toMatchObject({ reason });
    expect(online.sources.state().sources).toEqual([]);
  });

  it.each([
    ['not at all', () => Promise.reject(new Error('unused'))],
    ['that it has no tile of the whole world', () => tileAnswer({}, { status: 404 })],
  ])('is kept where the server answers %s', async (_name, answer) => {
    online.world.tileNetwork.isOffline = _name === 'not at all';
    online.world.tileNetwork.answer = answer;
    expect(await online.sources.addOnline(map)).toMatchObject({ name: 'Office' });
  });
});

describe.each([
  ['hidden', () => online.sources.show(1, false)],
  ['removed', () => online.sources.remove(1)],
])('an online map that is %s while its tiles are on their way', (_name, leave) => {
  /** Six tiles are asked for, more wait for their turn; the answers come when the test says so. */
  async function leaveWhileAsking(answer: () => TileAnswer | Promise<TileAnswer>) {
    await online.add();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    online.world.tileNetwork.answer = () => held.then(answer);
    const tiles = Array.from({ length: 20 }, (_, x) =>
      errorOf(online.sources.tile(1, { ...place, x })),
    );
    await settle();
    await leave();
    go();
    return Promise.all(tiles);
  }

  it('is asked for none of those that waited for their turn', async () => {
    const ends = await leaveWhileAsking(() => tileAnswer());
    expect(online.asked()).toHaveLength(6);
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set(['cancelled']));
  });

  it('is not asked again on account of one that failed', async () => {
    await leaveWhileAsking(() => {
      throw new HttpFailure('offline', 'No network.', { sent: 'no' });
    });
    await online.clock.advance(3_600_000);
    expect(online.asked()).toHaveLength(6);
    expect(online.fault()).toBeNull();
  });

  it('keeps none of their pictures', async () => {
    await leaveWhileAsking(() => tileAnswer({ 'cache-control': day }));
    expect((await online.sources.cache()).tiles).toBe(0);
  });
});

describe('an online map that is shown again', () => {
  it('asks for a tile whose answer was on its way when it was hidden', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => new Promise(() => undefined);
    void online.sources.tile(1, place);
    await settle();
    await online.sources.show(1, false);
    await online.sources.show(1, true);
    online.world.tileNetwork.answer = () => tileAnswer();
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
  });
});

describe('an online map that is added while the keychain is busy with another one', () => {
  it('has a number of its own, and both are kept', async () => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const write = online.world.keychain.write.bind(online.world.keychain);
    online.world.keychain.write = (...entry) => held.then(() => write(...entry));
    const keyed = online.sources.addOnline({
      ...map,
      name: 'Keyed',
      address: `${map.address}?key=s3cret`,
    });
    await settle();
    expect(await online.sources.addOnline(map)).toMatchObject({ id: 1, name: 'Office' });
    go();
    expect(await keyed).toMatchObject({ id: 2, name: 'Keyed' });
    expect(online.sources.state().sources.map(({ name }) => name)).toEqual(['Office', 'Keyed']);
  });
});

describe('the key in the address of a map', () => {
  const keyed = {
    address: 'https://tiles.office.example/{z}/{x}/{y}.png?key=s3cret-0f-the-office',
  };

  it('is asked with, and stands in the keychain alone', async () => {
    await online.add(keyed);
    await online.sources.tile(1, place);
    expect(online.asked()).toEqual([
      'https://tiles.office.example/10/379/580.png?key=s3cret-0f-the-office',
    ]);
    const files = JSON.stringify(await online.world.files.read('map-sources.json'));
    expect(files + JSON.stringify(online.sources.state())).not.toContain('s3cret');
    expect([...online.world.keychain.entries.values()].join()).toContain('s3cret');
  });

  it('is found again after a restart, and removed with the map', async () => {
    await online.add(keyed);
    await online.restart();
    await online.sources.tile(1, place);
    expect(online.asked()[0]).toContain('key=s3cret');
    await online.sources.remove(1);
    expect(online.world.keychain.entries.size).toBe(0);
  });

  it('is never written elsewhere: without a keychain the map is not kept', async () => {
    online.world.keychain.fault = 'unavailable';
    expect(await errorOf(online.sources.addOnline({ ...map, ...keyed }))).toMatchObject({
      code: 'keychain-unavailable',
    });
    expect(online.sources.state().sources).toEqual([]);
  });

  it('is told as missing while the keychain is locked, and nothing is asked without it', async () => {
    await online.add(keyed);
    await online.restart();
    online.world.keychain.isMute = true;
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject({ reason: 'map-key' });
    expect(online.fault()).toMatchObject({ reason: 'map-key' });
    expect(online.asked()).toEqual([]);
  });
});
