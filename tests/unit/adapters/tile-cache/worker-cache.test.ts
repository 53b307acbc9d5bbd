import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workerTileCache, type CacheQuestion } from '@adapters/tile-cache/worker-cache';
import type { TileCache } from '@core/ports/tile-cache';
import { FakeWorker } from '../fake-worker';

let workers: FakeWorker<CacheQuestion>[];
let cache: TileCache;

beforeEach(() => {
  workers = [];
  cache = workerTileCache(() => {
    const started = new FakeWorker<CacheQuestion>();
    workers.push(started);
    return started.worker;
  });
});

const use = { bytes: 0, tiles: 0, oldest: null };

/** Answers the last question of a worker. */
function answer(worker: FakeWorker<CacheQuestion> | undefined, output: unknown): void {
  worker?.emit('message', { id: worker.asked.at(-1)?.id, output });
}

describe('the worker of the cache', () => {
  it('starts with the first question, and not to be closed', async () => {
    await cache.close();
    expect(workers).toEqual([]);
    const asked = cache.use();
    answer(workers[0], use);
    expect(await asked).toEqual(use);
  });

  it('that has ended is started again by the next question', async () => {
    const lost = cache.use();
    workers[0]?.emit('error', new Error('out of memory'));
    await expect(lost).rejects.toThrow('out of memory');
    const asked = cache.use();
    // The exit of the first one comes late, and is not taken for the second one's.
    workers[0]?.emit('exit', 1);
    answer(workers[1], use);
    expect(await asked).toEqual(use);
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    void cache.read(1, { z: 0, x: 0, y: 0 });
    expect(workers).toHaveLength(2);
    expect(workers[1]?.asked).toHaveLength(2);
  });
});
