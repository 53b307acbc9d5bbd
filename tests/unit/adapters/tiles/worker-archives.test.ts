import { beforeEach, describe, expect, it } from 'vitest';
import { WorkerArchives } from '@adapters/tiles/worker-archives';
import type { ToTileWorker } from '@adapters/tiles/worker-messages';
import { cityDescription } from '../../core/map-sources/fake-archives';
import { errorOf } from '../../core/error-of';
import { settle } from '../../core/virtual-clock';
import { FakeWorker } from '../fake-worker';

const place = { z: 3, x: 2, y: 4 };

let workers: FakeWorker<ToTileWorker>[];
let archives: WorkerArchives;

beforeEach(() => {
  workers = [];
  archives = new WorkerArchives(() => {
    const started = new FakeWorker<ToTileWorker>();
    workers.push(started);
    return started.worker;
  });
});

/** Answers the last question of a worker. */
function answer(at: number, output: unknown): void {
  const worker = workers[at];
  worker?.emit('message', { id: worker.asked.at(-1)?.id, ok: true, output });
}

/** Opens a file whose worker, the one with the number `at`, answers. */
async function open(file: string, at: number) {
  const opened = archives.open(file);
  await settle();
  answer(at, { archive: 1, description: cityDescription });
  return opened;
}

describe('a map file that does not answer', () => {
  it('holds up no other file', async () => {
    void archives.open('/gone/a.mbtiles');
    const other = await open('/maps/b.mbtiles', 1);
    const tile = other.tile(place);
    answer(1, new Uint8Array([1]));
    expect(await tile).toEqual(new Uint8Array([1]));
  });

  it('is given up: its worker is told to end', async () => {
    const attempt = new AbortController();
    const opened = errorOf(archives.open('/gone/a.mbtiles', attempt.signal));
    await settle();
    attempt.abort();
    expect(await opened).toMatchObject({ code: 'file-unreadable', reason: 'map-file-gone' });
    expect(workers[0]?.wasToldToEnd).toBe(true);
  });

  it('is not read by a second worker before the first one has ended', async () => {
    const first = new AbortController();
    const opened = errorOf(archives.open('/gone/a.mbtiles', first.signal));
    await settle();
    first.abort();
    await opened;
    const second = new AbortController();
    const again = errorOf(archives.open('/gone/a.mbtiles', second.signal));
    await settle();
    second.abort();
    expect(await again).toMatchObject({ reason: 'map-file-gone' });
    expect(workers).toHaveLength(1);
    const third = archives.open('/gone/a.mbtiles');
    workers[0]?.emit('exit', 1);
    await settle();
    answer(1, { archive: 1, description: cityDescription });
    expect((await third).description).toEqual(cityDescription);
  });

  it('is let go of in the middle of a tile, and the tile is told as gone', async () => {
    const archive = await open('/maps/a.mbtiles', 0);
    const tile = errorOf(archive.tile(place));
    await archive.close();
    expect(await tile).toMatchObject({ reason: 'map-file-gone' });
    expect(workers[0]?.wasToldToEnd).toBe(true);
  });
});

describe('a map file that is let go of', () => {
  it('is closed by its worker, which ends then', async () => {
    const archive = await open('/maps/a.mbtiles', 0);
    const closed = archive.close();
    expect(workers[0]?.asked.at(-1)).toMatchObject({ kind: 'close', archive: 1 });
    expect(workers[0]?.wasToldToEnd).toBe(false);
    answer(0, undefined);
    await closed;
    expect(workers[0]?.wasToldToEnd).toBe(true);
    expect(await errorOf(archive.tile(place))).toMatchObject({ reason: 'map-file-gone' });
  });
});
