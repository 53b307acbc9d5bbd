import type { Worker } from 'node:worker_threads';
import type { TestClock } from '@contract/test-clock';
import type { TileCache } from '@core/ports/tile-cache';
import { calledCache, type AskCache, type CacheCall } from './called-cache';

/** What a cache worker is started with. */
export type CacheWorkerData = {
  /** Path of the database; it is made where there is none. */
  readonly file: string;
  readonly testClock: TestClock;
};

/** A question with the number that its answer carries. */
export type CacheQuestion = { readonly id: number; readonly call: CacheCall };

/** The answer to a question, or why there is none. */
export type FromCacheWorker =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly fault: string };

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/**
 * A cache of tiles that a worker keeps. The worker starts with the first question, and should it
 * end, with the next one again.
 */
export function workerTileCache(startWorker: () => Worker): TileCache {
  let ask: AskCache | null = null;
  return calledCache((call) => {
    // Nothing was kept: there is nothing to close.
    if (ask === null && call.method === 'close') return Promise.resolve(null);
    ask ??= askerOf(startWorker(), () => (ask = null));
    return ask(call);
  });
}

function askerOf(worker: Worker, onEnd: () => void): AskCache {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let ended: Error | null = null;
  const end = (fault: Error): void => {
    // A fault is followed by the exit.
    if (ended !== null) return;
    ended = fault;
    onEnd();
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };
  // An idle worker does not keep the app from ending.
  worker.unref();
  worker.on('message', (answer: FromCacheWorker) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('output' in answer) asker?.resolve(answer.output);
    else asker?.reject(new Error(answer.fault));
  });
  worker.on('error', (fault) => {
    end(fault instanceof Error ? fault : new Error(String(fault)));
  });
  worker.on('exit', () => {
    end(new Error('The cache worker has ended.'));
  });
  return (call) =>
    new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      asked += 1;
      const question: CacheQuestion = { id: asked, call };
      waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });
}
