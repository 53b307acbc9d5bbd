import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workerTileCache } from '@adapters/tile-cache/worker-cache';
import { MapSources } from '@core/map-sources/map-sources';
import type { TileRequest } from '@core/ports/tile-network';
import { errorOf } from '../error-of';
import { picture, tileAnswer } from './map-world';
import { day, map, OnlineMaps, place } from './online-maps';

let online: OnlineMaps;

beforeEach(async () => {
  online = await OnlineMaps.open();
});

describe('the cache of tiles', () => {
  it('answers without a question while a tile is fresh, and after a restart', async () => {
    await online.add();
    online.world.tileNetwork.answer = () =>
      tileAnswer({ 'cache-control': `${day}, must-revalidate` });
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    await online.restart();
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    expect(online.asked()).toHaveLength(1);
  });

  it('asks whether a stale tile has changed, and keeps it for longer where not', async () => {
    await online.add();
    online.world.tileNetwork.answer = ({ headers }: TileRequest) =>
      headers['if-none-match'] === '"a"'
        ? { status: 304, headers: { etag: '"a"', 'cache-control': day }, body: new Uint8Array() }
        : tileAnswer({ etag: '"a"', 'cache-control': day });
    await online.sources.tile(1, place);
    await online.clock.advance(2 * 86_400_000);
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    expect(online.world.tileNetwork.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
    ]);
  });

  it('takes the new picture where a stale tile has changed', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    await online.clock.advance(2 * 86_400_000);
    online.world.tileNetwork.answer = () => tileAnswer({}, { body: picture(256, 256, 7) });
    expect(await online.sources.tile(1, place)).toEqual(picture(256, 256, 7));
  });

  it('answers with a stale tile while there is no network, after a restart too', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    await online.clock.advance(30 * 86_400_000);
    online.world.tileNetwork.isOffline = true;
    await online.restart();
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    expect(online.fault()).toMatchObject({ code: 'offline', reason: 'map-offline' });
    expect(await errorOf(online.sources.tile(1, { ...place, x: 1 }))).toMatchObject({
      reason: 'map-offline',
    });
  });

  it('does not answer with a stale tile whose server forbids it', async () => {
    await online.add();
    online.world.tileNetwork.answer = () =>
      tileAnswer({ 'cache-control': 'no-cache', etag: '"a"' });
    await online.sources.tile(1, place);
    online.world.tileNetwork.isOffline = true;
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject({ reason: 'map-offline' });
  });

  it('keeps nothing that must not be stored', async () => {
    await online.add();
    await online.sources.tile(1, place);
    expect((await online.sources.cache()).tiles).toBe(0);
  });

  it('keeps no cookie and no address', async () => {
    await online.add({ address: `${map.address}?key=s3cret-0f-the-office` });
    online.world.tileNetwork.answer = () =>
      tileAnswer({ 'cache-control': day, 'set-cookie': 'who=me' });
    await online.sources.tile(1, place);
    const kept = await online.world.tileCache.read(1, place);
    expect(kept?.policy).not.toMatch(/who=me|s3cret|office/);
  });

  it('is deleted on demand, and with its map', async () => {
    await online.add();
    online.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    expect(await online.sources.cache()).toMatchObject({
      tiles: 1,
      oldest: online.clock.now(),
      fault: null,
    });
    expect(await online.sources.clearCache()).toMatchObject({ tiles: 0, bytes: 0, oldest: null });
    await online.sources.tile(1, place);
    await online.sources.remove(1);
    expect((await online.sources.cache()).tiles).toBe(0);
  });

  it('elsewhere has no quota, no purge, and holds tiles that are none: here it has, and holds none', async () => {
    await online.add();
    const { tileNetwork } = online.world;
    tileNetwork.answer = () =>
      tileAnswer({ 'cache-control': day }, { body: Buffer.from('undefined') });
    await errorOf(online.sources.tile(1, place));
    tileNetwork.answer = () => tileAnswer({ 'cache-control': day }, { status: 500 });
    await errorOf(online.sources.tile(1, { ...place, x: 1 }));
    expect(await online.sources.cache()).toMatchObject({ tiles: 0, limit: 500_000_000 });
    await online.clock.advance(3_600_000);
    tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    expect(await online.sources.cache()).toMatchObject({ tiles: 1, oldest: online.clock.now() });
    expect(await online.sources.limitCache(100)).toMatchObject({ tiles: 1, limit: 100_000_000 });
    expect(await online.sources.clearCache()).toMatchObject({ tiles: 0, oldest: null });
  });

  it('keeps its limit after a restart', async () => {
    expect(await online.sources.limitCache(100)).toMatchObject({ limit: 100_000_000 });
    await online.restart();
    expect((await online.sources.cache()).limit).toBe(100_000_000);
    const write = vi.spyOn(online.world.tileCache, 'write');
    await online.sources.addOnline(map);
    online.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    expect(write).toHaveBeenCalledExactlyOnceWith(1, place, expect.anything(), 100_000_000);
  });

  it('is not touched while there is no online map', async () => {
    const startWorker = vi.fn<() => never>();
    const tileCache = workerTileCache(startWorker);
    await (await MapSources.open({ ...online.world, tileCache })).close();
    expect(startWorker).not.toHaveBeenCalled();
  });

  it('is all there is while a person works offline; the rest comes once that ends', async () => {
    await online.add();
    const { tileNetwork, workOffline } = online.world;
    tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
    await online.sources.tile(1, place);
    workOffline.set(true);
    expect(online.fault()).toMatchObject({ reason: 'map-work-offline' });
    tileNetwork.asked.length = 0;
    expect(await online.sources.tile(1, place)).not.toBeNull();
    const other = { ...place, x: place.x + 1 };
    expect(await errorOf(online.sources.tile(1, other))).toMatchObject({ reason: 'work-offline' });
    const elsewhere = { ...map, name: 'Elsewhere', address: 'https://b.example/{z}/{x}/{y}' };
    expect(await errorOf(online.sources.addOnline(elsewhere))).toMatchObject({
      reason: 'work-offline',
    });
    expect(tileNetwork.asked).toEqual([]);
    const heard = vi.fn();
    online.sources.subscribe(heard);
    workOffline.set(false);
    expect(heard).toHaveBeenCalledOnce();
    expect(online.fault()).toBeNull();
    expect(await online.sources.tile(1, other)).not.toBeNull();
  });
});
