import type { Worker } from 'node:worker_threads';
import type { GroundAnswer, NamedGround } from '@core/ports/named-ground';
import type { FromGroundWorker, GroundCall, ToGroundWorker } from './worker-messages';

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/**
 * Names of map pieces in a worker. It starts with the first piece; should it end, the next piece
 * starts another one.
 * @param startWorker starts `ground-worker`
 */
export function workerGround(startWorker: () => Worker): NamedGround {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let asked = 0;

  function end(ended: Worker, fault: Error): void {
    // A fault is followed by the exit.
    if (worker !== ended) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  }

  function start(): Worker {
    const started = startWorker();
    // An idle worker does not keep the app from ending.
    started.unref();
    started.on('message', (answer: FromGroundWorker) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('output' in answer) asker?.resolve(answer.output);
      else asker?.reject(new Error(answer.fault));
    });
    started.on('error', (fault) => {
      end(started, fault instanceof Error ? fault : new Error(String(fault)));
    });
    started.on('exit', () => {
      end(started, new Error('The worker for names has ended.'));
    });
    return started;
  }

  function ask(call: GroundCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      worker ??= start();
      asked += 1;
      waiting.set(asked, { resolve, reject });
      worker.postMessage({ id: asked, call } satisfies ToGroundWorker);
    });
  }

  return {
    hold: (key, piece) => ask({ kind: 'hold', key, piece }) as Promise<number>,
    drop(keys) {
      if (worker !== null) void ask({ kind: 'drop', keys }).catch(() => undefined);
    },
    locate(questions, language) {
      // A new worker would hold no piece, and know of nothing anywhere.
      if (worker === null) return Promise.reject(new Error('The worker for names has ended.'));
      return ask({ kind: 'locate', questions, language }) as Promise<GroundAnswer[]>;
    },
    async close() {
      const ended = worker;
      if (ended === null) return;
      end(ended, new Error('The worker for names was ended.'));
      await ended.terminate();
    },
  };
}
