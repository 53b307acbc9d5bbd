import { existsSync, readdirSync } from 'node:fs';
import { tileIdToZxy } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { HttpFailure } from '@core/ports/http-transport';
import { countTiles, tileRanges } from '@core/region-copies/tile-ranges';
import { errorOf } from '../error-of';
import { town, worldArchive, worldTiles } from './copy-world';
import { clock, state, untilPhase, world, openWorldForEach } from './fresh-copy-world';

openWorldForEach();

/** Requests for parts, without the first bytes of the archive. */
const parts = () =>
  world.server.network.asked.filter(({ headers }) => !headers['range']?.startsWith('bytes=0-'));

/** Every tile of the region is in the file as it is in the archive, and no other. */
async function expectWhole(mark = ''): Promise<void> {
  const archive = await inlineArchives.open(world.file);
  const inside = new Set<string>();
  for (const { from, to } of tileRanges(town.bounds, 0, 5)) {
    for (let id = from; id < to; id += 1) inside.add(tileIdToZxy(id).join('/'));
  }
  for (const { z, x, y } of worldTiles(5)) {
    const tile = await archive.tile({ z, x, y });
    const text = tile && new TextDecoder().decode(tile);
    const isInside = inside.has(`${z}/${x}/${y}`);
    expect(text?.split(' ')[0] ?? null).toBe(isInside ? `${mark}${z}/${x}/${y}` : null);
  }
  await archive.close();
}

describe('a region of an archive', () => {
  it('says before it is copied how much that is, and reads directories alone for it', async () => {
    expect(await world.copies.inspect(town)).toMatchObject({
      name: 'World',
      attribution: '© OpenStreetMap contributors',
      maxZoom: 5,
      bytes: world.server.archive.length,
    });
    const plan = await world.copies.plan(town);
    expect(plan.tiles).toBe(countTiles(town.bounds, 0, 5));
    expect(plan.bytes).toBeGreaterThan(0);
    expect(plan.bytes).toBeLessThan(world.server.archive.length);
    expect(plan.seconds).toBeGreaterThan(0);
    for (const { headers } of world.server.network.asked) {
      expect(headers).toMatchObject({
        'user-agent': 'Fleetdesk/0.1.0',
        'accept-encoding': 'identity',
      });
    }
  });

  it('is copied whole, becomes a map, and leaves nothing incomplete behind', async () => {
    await world.copies.start(town, world.file);
    await untilPhase(undefined);
    expect(world.added).toEqual([world.file]);
    expect(readdirSync(world.folder)).toEqual(['town.mbtiles']);
    await expectWhole();
    await world.copies.close();
    expect((await world.start()).state().copies).toEqual([]);
  });

  it('is copied with few requests: neighbours come together', async () => {
    await world.copies.start(town, world.file);
    await untilPhase(undefined);
    expect(parts().length).toBeLessThan(12);
  });

  it('stops when paused, also over a restart, and goes on where it was', async () => {
    const hangs = world.server.hangAfter(4);
    await world.copies.start(town, world.file);
    await hangs;
    const { id = 0 } = state() ?? {};
    await world.copies.pause(id);
    expect(state()).toMatchObject({ phase: 'paused', fault: null });
    const asked = world.server.network.asked.length;
    await world.copies.close();
    await world.start();
    expect(state()?.phase).toBe('paused');
    expect(world.server.network.asked).toHaveLength(asked);
    world.server.instead = () => null;
    await world.copies.resume(id);
    await untilPhase(undefined);
    await expectWhole();
  });

  it('deletes what was copied when it is cancelled', async () => {
    const hangs = world.server.hangAfter(4);
    await world.copies.start(town, world.file);
    await hangs;
    await world.copies.cancel(state()?.id ?? 0);
    expect(world.copies.state().copies).toEqual([]);
    expect(readdirSync(world.folder)).toEqual([]);
  });
});

describe('a copy whose app is killed', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('after answer %i goes on, and is whole', async (answers) => {
    const hangs = world.server.hangAfter(answers);
    const started = world.copies.start(town, world.file);
    const ends = started.then(() => untilPhase(undefined));
    await Promise.race([hangs, ends]);
    // As after a kill: what the first start still does is never heard of again.
    const kept = new Map(world.files.contents);
    await world.copies.close();
    world.files.contents.clear();
    for (const [name, text] of kept) world.files.contents.set(name, text);
    world.server.instead = () => null;
    await world.start();
    if (state() === undefined && world.added.length === 0) {
      await world.copies.start(town, world.file);
    }
    await untilPhase(undefined);
    expect(world.added).toContain(world.file);
    await expectWhole();
  });

  it('after the file got its name becomes the map all the same', async () => {
    await world.copies.start(town, world.file);
    await untilPhase('checking');
    const [text = ''] = [...world.files.contents.values()].filter((each) => each.includes('Town'));
    await untilPhase(undefined);
    await world.copies.close();
    const kept = JSON.parse(text) as { copies: { isFinishing: boolean }[] };
    for (const copy of kept.copies) copy.isFinishing = true;
    world.files.contents.set('region-copies.json', JSON.stringify(kept));
    world.added.length = 0;
    const asked = world.server.network.asked.length;
    await world.start();
    await untilPhase(undefined);
    expect(world.added).toEqual([world.file]);
    expect(world.server.network.asked).toHaveLength(asked);
  });
});

describe('a copy with trouble on the way', () => {
  it('waits as long as the server asks, says until when, and goes on', async () => {
    world.server.instead = (_request, asked) =>
      asked === 4
        ? { status: 429, headers: { 'retry-after': '120' }, body: new Uint8Array() }
        : null;
    await world.copies.start(town, world.file);
    await untilPhase('waiting');
    const asked = world.server.network.asked.length;
    expect(state()?.fault).toMatchObject({ reason: 'map-busy', retryAt: clock.now() + 120_000 });
    await clock.advance(119_000);
    expect(world.server.network.asked.length).toBeLessThanOrEqual(asked + 1);
    await clock.advance(2_000);
    await untilPhase(undefined);
    await expectWhole();
  });

  it('waits while there is no network, and goes on by itself', async () => {
    world.server.instead = (_request, asked) => {
      if (asked > 4) throw new HttpFailure('offline', 'No network.', { sent: 'no' });
      return null;
    };
    await world.copies.start(town, world.file);
    await untilPhase('waiting');
    expect(state()?.fault).toMatchObject({ code: 'offline', reason: 'map-offline' });
    world.server.instead = () => null;
    await clock.advance(20_000);
    await untilPhase(undefined);
    await expectWhole();
  });

  it('asks nothing while a person works offline, and goes on afterwards', async () => {
    world.server.instead = (_request, asked) => {
      if (asked === 4) world.workOffline.set(true);
      return null;
    };
    await world.copies.start(town, world.file);
    await untilPhase('waiting');
    const asked = world.server.network.asked.length;
    expect(state()?.fault?.reason).toBe('work-offline');
    await clock.advance(3_600_000);
    expect(world.server.network.asked).toHaveLength(asked);
    expect(await errorOf(world.copies.plan(town))).toMatchObject({ reason: 'work-offline' });
    world.workOffline.set(false);
    await untilPhase(undefined);
    await expectWhole();
  });

  it('starts over, and says so, when the archive changes meanwhile', async () => {
    world.server.instead = (_request, asked) => {
      if (asked === 5) {
        world.server.archive = worldArchive(5, 'new:');
        world.server.etag = '"two"';
      }
      return null;
    };
    let told = false;
    world.copies.subscribe(({ copies }) => (told ||= copies[0]?.startedOver === true));
    await world.copies.start(town, world.file);
    await untilPhase(undefined);
    expect(told).toBe(true);
    await expectWhole('new:');
  });

  it('asks a person when the archive changes with each answer', async () => {
    await world.copies.start(town, world.file);
    world.server.instead = (_request, asked) => {
      world.server.etag = `"${asked}"`;
      return null;
    };
    await untilPhase('stopped');
    expect(state()?.fault?.reason).toBe('map-changed');
    expect(existsSync(world.file)).toBe(false);
  });
});

describe('an archive that can’t be copied', () => {
  const answers = {
    'map-no-ranges': { status: 200, headers: {}, body: new Uint8Array(100) },
    'map-archive-gone': { status: 404, headers: {}, body: new Uint8Array() },
    'map-refused': { status: 403, headers: {}, body: new Uint8Array() },
    'map-server': { status: 500, headers: {}, body: new Uint8Array() },
  } as const;

  it.each(Object.entries(answers))('is refused with its reason: %s', async (reason, answer) => {
    world.server.instead = () => answer;
    expect(await errorOf(world.copies.inspect(town))).toMatchObject({ reason });
    expect(await errorOf(world.copies.start(town, world.file))).toMatchObject({ reason });
    expect(world.copies.state().copies).toEqual([]);
  });

  it('is refused where the server sends more than the range', async () => {
    world.server.instead = () => {
      throw new HttpFailure('too-large', 'Too large.', { sent: 'maybe' });
    };
    expect(await errorOf(world.copies.inspect(town))).toMatchObject({ reason: 'map-no-ranges' });
  });

  it('is refused where the file is something else', async () => {
    world.server.archive = Buffer.from('<html>'.padEnd(4000));
    expect(await errorOf(world.copies.inspect(town))).toMatchObject({ reason: 'map-unknown-file' });
  });

  it('is not asked for in a private network, unless a person allows that', async () => {
    world.server.network.addresses.set('maps.example.com', ['10.0.0.7']);
    expect(await errorOf(world.copies.inspect(town))).toMatchObject({
      reason: 'map-private-address',
    });
    expect(world.server.network.asked).toEqual([]);
    const allowed = { ...town, isPrivate: true };
    expect(await world.copies.inspect(allowed)).toMatchObject({ name: 'World' });
  });

  it('is not asked for without encryption', async () => {
    const plain = { ...town, address: 'http://maps.example.com/world.pmtiles' };
    expect(await errorOf(world.copies.inspect(plain))).toMatchObject({ reason: 'map-plain-http' });
    expect(world.server.network.asked).toEqual([]);
  });

  it('is not begun where the disk has no room for it', async () => {
    world.regionFiles = { ...world.regionFiles, freeBytes: () => Promise.resolve(40_000_000) };
    await world.copies.close();
    await world.start();
    expect(await errorOf(world.copies.start(town, world.file))).toMatchObject({
      reason: 'map-disk-full',
    });
    expect(world.copies.state().copies).toEqual([]);
  });

  it('is not begun for more tiles than a copy may have', async () => {
    world.server.archive = Buffer.from(world.server.archive);
    // The header says that there is one level more, and another ten.
    world.server.archive[101] = 15;
    const whole = { ...town, bounds: [-170, -80, 170, 80] as typeof town.bounds, maxZoom: 15 };
    expect(await errorOf(world.copies.plan(whole))).toMatchObject({ reason: 'map-region-large' });
  });
});

it('a key in the address is kept in the keychain alone', async () => {
  const address = `${town.address}?token=s3cr3t-of-the-office`;
  const hangs = world.server.hangAfter(4);
  await world.copies.start({ ...town, address }, world.file);
  await hangs;
  expect(world.files.everything).not.toContain('s3cr3t');
  await world.copies.close();
  world.server.instead = () => null;
  await world.start();
  await untilPhase(undefined);
  expect(world.server.network.asked.at(-1)?.url).toBe(address);
  await world.copies.close();
  expect(await world.keychain.read('map-source key-1')).toBeNull();
});
