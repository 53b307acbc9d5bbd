import { expect, it, onTestFinished, vi } from 'vitest';
import { workerIndex } from '@adapters/map-names/worker-index';
import type { ToNamesWorker } from '@adapters/map-names/worker-messages';
import { FakeWorker } from '../fake-worker';

const query = { words: 'flores', near: null };

function open() {
  const worker = new FakeWorker<ToNamesWorker>();
  const progress = vi.fn();
  return { worker, progress, index: workerIndex(worker.worker, progress) };
}

it('answers go to the searches that they belong to', async () => {
  const { worker, index } = open();
  const [one, other] = [index.find(query, 5), index.find({ ...query, words: 'sol' }, 5)];
  worker.emit('message', { kind: 'found', id: 2, names: [] });
  worker.emit('message', { kind: 'failed', id: 1, fault: 'disk I/O error' });
  expect(await other).toEqual([]);
  await expect(one).rejects.toThrow('disk I/O error');
});

it('how far the names have been read is passed on', () => {
  const { worker, progress } = open();
  const told = { names: 5, reading: 0.5, isWhole: false, fault: null };
  worker.emit('message', { kind: 'progress', progress: told });
  expect(progress).toHaveBeenLastCalledWith(told);
});

it('a thread that ends fails its searches, now and later, and says that nothing can be read', async () => {
  const { worker, progress, index } = open();
  const search = index.find(query, 5);
  worker.emit('error', new Error('out of memory'));
  worker.emit('exit', 1);
  await expect(search).rejects.toThrow('out of memory');
  await expect(index.find(query, 5)).rejects.toThrow('out of memory');
  expect(progress).toHaveBeenCalledExactlyOnceWith({
    ...{ names: 0, reading: null, isWhole: false, fault: 'unreadable' },
  });
});

it('closing waits for a thread to let go of its file, and for none that hangs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { worker, index } = open();
  const isClosed = vi.fn();
  void index.close().then(isClosed);
  expect(worker.asked.at(-1)).toEqual({ kind: 'close' });
  expect(worker.wasToldToEnd).toBe(false);
  worker.emit('message', { kind: 'closed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(worker.wasToldToEnd).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isClosed).toHaveBeenCalledOnce();
  const hanging = open();
  const isGivenUp = vi.fn();
  void hanging.index.close().then(isGivenUp);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isGivenUp).toHaveBeenCalledOnce();
});
