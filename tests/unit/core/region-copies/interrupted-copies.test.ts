import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pmtilesBytes } from '../../../map-files/write-archives';
import { errorOf } from '../error-of';
import { settle } from '../virtual-clock';
import { town, worldArchive, worldTiles } from './copy-world';
import { state, untilPhase, world, openWorldForEach } from './fresh-copy-world';

openWorldForEach();

/** An archive of the whole world whose tiles can't be packed: 40 kB each. */
function largeArchive(): Buffer {
  let seed = 1;
  const noise = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const tiles = worldTiles(3).map((tile) => {
    return { ...tile, data: gzipSync(Uint8Array.from({ length: 40_000 }, noise)) };
  });
  return pmtilesBytes(tiles, {
    name: 'World',
    attribution: '',
    bounds: [-180, -85, 180, 85],
    layers: ['transportation', 'transportation_name', 'place', 'water'],
    leafEntries: 40,
  });
}

describe('a copy that starts over', () => {
  /** How often the file was opened: each run begins with that. */
  let runs = 0;

  /** The archive changes; resolves while what was copied of the old one is being deleted. */
  async function startingOver(): Promise<{ goOn: () => void }> {
    await world.copies.close();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const { discard, open } = world.regionFiles;
    runs = 0;
    const deletes = new Promise<void>((resolve) => {
      world.regionFiles = {
        ...world.regionFiles,
        discard: async (file) => {
          resolve();
          await held;
          await discard(file);
        },
        open: (file) => {
          runs += 1;
          return open(file);
        },
      };
    });
    await world.start();
    world.server.instead = (_request, asked) => {
      if (asked === 5) {
        world.server.archive = worldArchive(5, 'new:');
        world.server.etag = '"two"';
      }
      return null;
    };
    await world.copies.start(town, world.file);
    await deletes;
    return { goOn };
  }

  it('stays paused when it is paused meanwhile', async () => {
    const { goOn } = await startingOver();
    const paused = world.copies.pause(state()?.id ?? 0);
    goOn();
    await paused;
    await settle();
    expect(state()?.phase).toBe('paused');
    expect(runs).toBe(1);
  });

  it('copies nothing more and leaves no file when it is cancelled meanwhile', async () => {
    const { goOn } = await startingOver();
    const cancelled = world.copies.cancel(state()?.id ?? 0);
    goOn();
    await cancelled;
    await settle();
    expect(world.copies.state().copies).toEqual([]);
    expect(runs).toBe(1);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it('ends with the app', async () => {
    const { goOn } = await startingOver();
    const closed = world.copies.close();
    goOn();
    await closed;
    await settle();
    expect(runs).toBe(1);
  });
});

it('working offline that ended before the last answer came: the copy goes on', async () => {
  // Tiles so large that they come in several parts.
  world.server.archive = largeArchive();
  const answers: (() => void)[] = [];
  let areUnderWay = (): void => undefined;
  const underWay = new Promise<void>((resolve) => (areUnderWay = resolve));
  world.server.instead = (request) => {
    if (state()?.phase !== 'copying') return null;
    return new Promise((resolve) => {
      answers.push(() => {
        world.server.instead = () => null;
        resolve(world.server.network.answer(request));
      });
      if (answers.length === 2) areUnderWay();
    });
  };
  await world.copies.start(town, world.file);
  await underWay;
  world.workOffline.set(true);
  answers[0]?.();
  // The part after the first one is refused; the second one is still on its way.
  await settle();
  world.workOffline.set(false);
  answers[1]?.();
  await untilPhase(undefined);
  expect(world.added).toEqual([world.file]);
});

it('a list that can’t be written: nothing is begun, also not after a restart', async () => {
  await world.copies.inspect(town);
  world.files.writeFault = new Error('ENOSPC');
  await expect(world.copies.start(town, world.file)).rejects.toThrow('ENOSPC');
  world.files.writeFault = null;
  const hangs = world.server.hangAfter(world.server.network.asked.length + 1);
  await world.copies.start({ ...town, name: 'Other' }, `${world.file}-other.mbtiles`);
  await hangs;
  await world.copies.close();
  const names = (await world.start()).state().copies.map(({ name }) => name);
  expect(names).toEqual(['Other']);
});

it('two copies that are started at once into one file: one of them is refused', async () => {
  world.regionFiles = { ...world.regionFiles, freeBytes: () => Promise.resolve(null) };
  await world.copies.close();
  await world.start();
  // A key in the address is kept first, which takes a moment.
  const wish = { ...town, address: `${town.address}?token=s3cr3t` };
  await world.copies.plan(wish);
  const hangs = world.server.hangAfter(world.server.network.asked.length + 1);
  const both = await Promise.allSettled([
    world.copies.start(wish, world.file),
    world.copies.start({ ...wish, name: 'Again' }, world.file),
  ]);
  await hangs;
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toEqual([
    expect.objectContaining({ error: expect.objectContaining({ reason: 'map-copies' }) }),
  ]);
  expect(world.copies.state().copies).toHaveLength(1);
});

it('who leaves while an archive is read ends nothing for the others', async () => {
  const leaving = new AbortController();
  const left = errorOf(world.copies.inspect(town, leaving.signal));
  const kept = world.copies.inspect(town);
  leaving.abort();
  expect(await left).toMatchObject({ code: 'cancelled' });
  expect(await kept).toMatchObject({ name: 'World' });
});

it('a copy that can’t be noted as paused copies nothing more, and says that it is paused', async () => {
  const hangs = world.server.hangAfter(4);
  await world.copies.start(town, world.file);
  await hangs;
  world.files.writeFault = new Error('ENOSPC');
  await expect(world.copies.pause(state()?.id ?? 0)).rejects.toThrow('ENOSPC');
  expect(state()?.phase).toBe('paused');
});
