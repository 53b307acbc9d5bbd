import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerArchives } from '@adapters/tiles/worker-archives';
import { writeMbtiles, writePmtiles } from '../../map-files/write-archives';
import { errorOf } from '../../unit/core/error-of';
import { buildPrograms, type Built } from '../store/built';

let folder = '';
let built: Built;
let workers: Worker[] = [];
let archives: WorkerArchives;

const place = { z: 3, x: 2, y: 4 };
const tiles = [{ ...place, data: gzipSync(Buffer.from('a tile')) }];
const words = { layers: ['earth', 'roads'] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetdesk-tiles-'));
  built = await buildPrograms({ 'tile-worker': 'electron/adapters/tiles/tile-worker.ts' });
  archives = new WorkerArchives(() => {
    const worker = new Worker(built.pathOf('tile-worker'));
    workers = [...workers, worker];
    return worker;
  });
  await writePmtiles(join(folder, 'city.pmtiles'), tiles, words);
  await writeMbtiles(join(folder, 'city.mbtiles'), tiles, words);
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.terminate()));
  built.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('map files that a worker reads', () => {
  it.each(['city.pmtiles', 'city.mbtiles'])(
    '%s: its description and tiles come over',
    async (name) => {
      const archive = await archives.open(join(folder, name));
      expect(archive.description).toMatchObject({ content: { schema: 'protomaps' }, maxZoom: 3 });
      expect(Buffer.from((await archive.tile(place)) ?? []).toString()).toBe('a tile');
      expect(await archive.tile({ ...place, x: 0 })).toBeNull();
      await archive.close();
      expect(await errorOf(archive.tile(place))).toMatchObject({ reason: 'map-file-gone' });
      // The worker of a file ends with it; the file can be opened again.
      const again = await archives.open(join(folder, name));
      expect(await again.tile(place)).not.toBeNull();
      await again.close();
    },
  );

  it('come with the reason where they can not be opened', async () => {
    expect(await errorOf(archives.open(join(folder, 'none')))).toMatchObject({
      code: 'file-unreadable',
      reason: 'map-file-gone',
    });
  });

  it('are opened again in another worker after the first one has ended', async () => {
    const file = join(folder, 'city.pmtiles');
    const before = await archives.open(file);
    const { length } = workers;
    await workers.at(-1)?.terminate();
    expect(await errorOf(before.tile(place))).toMatchObject({ code: 'file-unreadable' });
    const after = await archives.open(file);
    expect(await after.tile(place)).not.toBeNull();
    expect(workers).toHaveLength(length + 1);
  });
});
