import { beforeEach, describe, expect, it } from 'vitest';
import { MapSources } from '@core/map-sources/map-sources';
import { errorOf } from '../error-of';
import { MemoryFiles } from '../memory-files';
import { VirtualClock } from '../virtual-clock';
import { cityDescription, FakeArchives, mapFault } from './fake-archives';
import { mapWorld } from './map-world';

const city = '/maps/city.pmtiles';
const place = { z: 14, x: 6072, y: 9305 };

let files: MemoryFiles;
let archives: FakeArchives;
let clock: VirtualClock;

beforeEach(() => {
  files = new MemoryFiles();
  archives = new FakeArchives();
  archives.files.set(city, cityDescription);
  clock = new VirtualClock();
});

const openSources = () => MapSources.open({ ...mapWorld(clock), files, archives });

describe('the map sources that a person opened', () => {
  it('are kept by reference and are there after a restart', async () => {
    const added = await (await openSources()).add(city);
    expect(added).toEqual({
      ...cityDescription,
      id: 1,
      file: city,
      shown: true,
      readable: true,
      fault: null,
    });
    expect((await openSources()).state().sources).toEqual([added]);
  });

  it('give their tiles, and open a file when the first one is asked for', async () => {
    await (await openSources()).add(city);
    const sources = await openSources();
    const before = archives.opened;
    expect(await sources.tile(1, place)).toEqual(new Uint8Array([14, 6072 % 256, 9305 % 256]));
    await sources.tile(1, place);
    expect(archives.opened).toBe(before + 1);
  });

  it('are not asked for tiles beyond their zoom levels, nor while they are hidden', async () => {
    const sources = await openSources();
    await sources.add(city);
    expect(await sources.tile(1, { z: 15, x: 1, y: 1 })).toBeNull();
    await sources.show(1, false);
    expect(await sources.tile(1, place)).toBeNull();
    expect(archives.asked).toEqual([]);
    expect(archives.closed).toBe(1);
  });

  it('keep their numbers: that of a removed one never comes again', async () => {
    const sources = await openSources();
    await sources.add(city);
    await sources.remove(1);
    expect(sources.state().sources).toEqual([]);
    expect((await sources.add(city)).id).toBe(2);
    await sources.remove(2);
    expect((await (await openSources()).add(city)).id).toBe(3);
  });

  it('hold a file once: opened a second time it is read again and shown', async () => {
    const sources = await openSources();
    await sources.add(city);
    await sources.show(1, false);
    archives.files.set(city, { ...cityDescription, maxZoom: 12 });
    expect(await sources.add(city)).toMatchObject({ id: 1, shown: true, maxZoom: 12 });
    expect(sources.state().sources).toHaveLength(1);
  });

  it('do not hold a file that can not be opened', async () => {
    archives.openFault = mapFault('map-schema');
    const sources = await openSources();
    expect(await errorOf(sources.add(city))).toMatchObject({ reason: 'map-schema' });
    expect(sources.state().sources).toEqual([]);
  });

  it('stay as they were where the disk takes no change', async () => {
    const sources = await openSources();
    await sources.add(city);
    files.writeFault = new Error('no room');
    await expect(sources.show(1, false)).rejects.toThrow('no room');
    await expect(sources.remove(1)).rejects.toThrow('no room');
    expect(sources.state().sources).toMatchObject([{ id: 1, shown: true }]);
  });

  it('tell each change', async () => {
    const sources = await openSources();
    const told: unknown[] = [];
    sources.subscribe((state) => told.push(state.sources.map(({ id, shown }) => ({ id, shown }))));
    await sources.add(city);
    await sources.show(1, false);
    await sources.remove(1);
    expect(told).toEqual([[{ id: 1, shown: true }], [{ id: 1, shown: false }], []]);
  });

  it('are unknown by any other number', async () => {
    const sources = await openSources();
    expect(await errorOf(sources.tile(7, place))).toMatchObject({ code: 'not-found' });
    expect(await errorOf(sources.remove(7))).toMatchObject({ code: 'not-found' });
  });

  it('survive a damaged list: what can be read stays, the file is set aside', async () => {
    await (await openSources()).add(city);
    const list = JSON.parse(files.contents.get('map-sources.json') ?? '') as { sources: unknown[] };
    list.sources.push({ id: 2, kind: 'pmtiles' });
    files.contents.set('map-sources.json', JSON.stringify(list));
    const sources = await openSources();
    expect(sources.state().sources.map(({ id }) => id)).toEqual([1]);
    expect(sources.setAside).toBe('map-sources.json.broken-1');
    files.contents.set('map-sources.json', 'no list');
    expect((await openSources()).state().sources).toEqual([]);
  });
});

describe('a map file on a drive that goes away', () => {
  it('stays in the list with the reason, and is asked no more until it is back', async () => {
    const sources = await openSources();
    await sources.add(city);
    archives.tileFault = archives.openFault = mapFault('map-file-gone');
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason: 'map-file-gone' });
    expect(sources.state().sources).toMatchObject([
      { readable: false, fault: { reason: 'map-file-gone' } },
    ]);
    const { length } = archives.asked;
    await errorOf(sources.tile(1, place));
    expect(archives.asked).toHaveLength(length);
    await clock.advance(20_000);
    expect(sources.state().sources).toMatchObject([{ readable: false }]);
    archives.tileFault = archives.openFault = null;
    await clock.advance(20_000);
    expect(sources.state().sources).toMatchObject([{ readable: true, fault: null }]);
    expect(await sources.tile(1, place)).not.toBeNull();
  });

  it('counts as gone where it does not answer', async () => {
    const sources = await openSources();
    await sources.add(city);
    archives.silent = true;
    const asked = errorOf(sources.tile(1, place));
    await clock.advance(10_000);
    expect(await asked).toMatchObject({ reason: 'map-file-gone' });
    expect(sources.state().sources).toMatchObject([{ readable: false }]);
  });

  it('is not added where it does not answer, and the attempt is given up', async () => {
    const sources = await openSources();
    archives.silent = true;
    const added = errorOf(sources.add(city));
    await clock.advance(10_000);
    expect(await added).toMatchObject({ code: 'file-unreadable', reason: 'map-file-gone' });
    expect(archives.givenUp).toBe(1);
    archives.silent = false;
    expect(await sources.add(city)).toMatchObject({ id: 1, readable: true });
  });

  it('gives up one attempt before it begins the next', async () => {
    const sources = await openSources();
    await sources.add(city);
    archives.silent = true;
    const asked = errorOf(sources.tile(1, place));
    await clock.advance(10_000);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await clock.advance(25_000);
      expect(archives.givenUp).toBe(attempt);
    }
    expect(await asked).toMatchObject({ reason: 'map-file-gone' });
  });

  it('is not looked for any more once it is removed', async () => {
    const sources = await openSources();
    await sources.add(city);
    archives.tileFault = mapFault('map-file-gone');
    await errorOf(sources.tile(1, place));
    await sources.remove(1);
    const { opened } = archives;
    await clock.advance(60_000);
    expect(archives.opened).toBe(opened);
  });
});

describe('a map file with a damaged tile', () => {
  it('says so, and its other tiles are still read', async () => {
    const sources = await openSources();
    await sources.add(city);
    archives.tileFault = mapFault('map-damaged');
    expect(await errorOf(sources.tile(1, place))).toMatchObject({ reason: 'map-damaged' });
    expect(sources.state().sources).toMatchObject([
      { readable: true, fault: { reason: 'map-damaged' } },
    ]);
    archives.tileFault = null;
    expect(await sources.tile(1, { ...place, x: 1 })).not.toBeNull();
  });
});
