import { beforeEach, describe, expect, it } from 'vitest';
import { maskedAddress } from '@contract/rules/map-address';
import { errorOf } from '../error-of';
import { picture, tileAnswer } from './map-world';
import { day, map, OnlineMaps, place } from './online-maps';

const keyed = `${map.address}?key=s3cret-0f-the-office`;

let online: OnlineMaps;

beforeEach(async () => {
  online = await OnlineMaps.open();
});

/** Adds a map that has one tile in the cache, and forgets the questions. */
async function addCached(more: Partial<typeof map> = {}): Promise<void> {
  await online.add(more);
  online.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': day });
  await online.sources.tile(1, place);
  online.world.tileNetwork.asked.length = 0;
}

const tilesKept = async () => (await online.sources.cache()).tiles;
const onlyMap = () => online.sources.state().sources[0];

describe('an online map that is edited', () => {
  it('keeps its tiles, its place and what is shown where its address stays', async () => {
    await addCached();
    await online.sources.addOnline({ ...map, name: 'Second' });
    await online.sources.show(1, false);
    online.world.tileNetwork.asked.length = 0;
    const changes = { name: 'Streets', attribution: '© Us', maxZoom: 17, namesPlaces: false };
    const answer = await online.sources.editOnline(1, { ...map, ...changes });
    expect(answer).toMatchObject({ id: 1, name: 'Streets', attribution: '© Us', shown: false });
    expect(online.sources.state().sources.map(({ name }) => name)).toEqual(['Streets', 'Second']);
    await online.sources.show(1, true);
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
    expect(online.asked()).toEqual([]);
    await online.restart();
    expect(onlyMap()).toMatchObject({
      name: 'Streets',
      maxZoom: 17,
      online: { namesPlaces: false },
    });
  });

  it('is renamed while its server refuses it, or there is no network', async () => {
    await addCached();
    online.world.tileNetwork.answer = () => tileAnswer({}, { status: 403 });
    await online.sources.editOnline(1, { ...map, name: 'Refused' });
    online.world.tileNetwork.isOffline = true;
    await online.sources.editOnline(1, { ...map, name: 'Offline' });
    expect(onlyMap()?.name).toBe('Offline');
  });

  it.each([
    ['another address', { address: 'https://tiles.other.example/{z}/{x}/{y}.png' }],
    ['another kind', { kind: 'wms', address: 'https://tiles.office.example/wms', layers: 'a' }],
  ] as const)('with %s shows none of the old tiles', async (_name, change) => {
    await addCached();
    online.world.tileNetwork.answer = () => tileAnswer({}, { body: picture(256, 256, 7) });
    await online.sources.editOnline(1, { ...map, ...change });
    expect(await tilesKept()).toBe(0);
    expect(await online.sources.tile(1, place)).toEqual(picture(256, 256, 7));
  });

  it('with an address that can not be right stays as it was, tiles and all', async () => {
    await addCached();
    online.world.tileNetwork.answer = () => tileAnswer({}, { status: 403 });
    const address = 'https://tiles.other.example/{z}/{x}/{y}.png';
    const error = await errorOf(online.sources.editOnline(1, { ...map, address }));
    expect(error).toMatchObject({ reason: 'map-refused' });
    expect(onlyMap()).toMatchObject({ online: { address: map.address } });
    expect(await tilesKept()).toBe(1);
  });

  it('is asked again at once where a person allows its private address', async () => {
    await online.add();
    online.world.tileNetwork.addresses.set('tiles.office.example', ['10.0.0.7']);
    expect(await errorOf(online.sources.tile(1, place))).toMatchObject({
      reason: 'map-private-address',
    });
    await online.sources.editOnline(1, { ...map, isPrivate: true });
    expect(online.fault()).toBeNull();
    expect(await online.sources.tile(1, place)).toEqual(picture(256));
  });

  it('that is removed meanwhile is not kept again', async () => {
    await online.add();
    online.world.tileNetwork.answer = async () => {
      await online.sources.remove(1);
      return tileAnswer();
    };
    const address = `${map.address}?key=an0ther-key-0f-the-office`;
    expect(await errorOf(online.sources.editOnline(1, { ...map, address }))).toMatchObject({
      code: 'not-found',
    });
    expect(online.sources.state().sources).toEqual([]);
    expect(online.world.keychain.entries.size).toBe(0);
  });
});

describe('the key of an online map that is edited', () => {
  const shown = maskedAddress(keyed);

  it('stays where the address comes back as it is shown, and the tiles stay', async () => {
    await addCached({ address: keyed });
    await online.sources.editOnline(1, { ...map, address: shown, name: 'Streets' });
    await online.restart();
    online.world.tileNetwork.asked.length = 0;
    expect(await tilesKept()).toBe(1);
    await online.sources.tile(1, { ...place, x: 1 });
    expect(online.asked()[0]).toContain('key=s3cret-0f-the-office');
  });

  it('is replaced with the address, and the old one leaves the keychain', async () => {
    await addCached({ address: keyed });
    await online.sources.editOnline(1, { ...map, address: `${map.address}?key=n3w-0f-the-office` });
    expect([...online.world.keychain.entries.values()].join()).not.toContain('s3cret');
    online.world.tileNetwork.asked.length = 0;
    await online.restart();
    await online.sources.tile(1, place);
    expect(online.asked()[0]).toContain('key=n3w-0f-the-office');
  });

  it('is not made of dots: another address with them is refused', async () => {
    await addCached({ address: keyed });
    const address = shown.replace('office', 'other');
    expect(await errorOf(online.sources.editOnline(1, { ...map, address }))).toMatchObject({
      reason: 'map-address',
    });
    expect(online.asked()).toEqual([]);
  });

  it('is not needed to rename a map while the keychain is locked', async () => {
    await addCached({ address: keyed });
    await online.restart();
    online.world.keychain.isMute = true;
    await online.sources.editOnline(1, { ...map, address: shown, name: 'Streets' });
    expect(onlyMap()).toMatchObject({ name: 'Streets', online: { address: shown } });
    const asked = { ...map, address: shown, isPrivate: true };
    expect(await errorOf(online.sources.editOnline(1, asked))).toMatchObject({ reason: 'map-key' });
  });
});
