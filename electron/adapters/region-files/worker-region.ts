import type { Worker } from 'node:worker_threads';
import { FleetdeskError, type AppError } from '@contract/errors';
import { tileFault } from '../tiles/tile-faults';
import type { AskRegion, RegionCall } from './called-region';

/** A question with the number that its answer carries. */
export type RegionQuestion = { readonly id: number; readonly call: RegionCall };

/** The answer to a question, or why there is none. */
export type FromRegionWorker =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: AppError };

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/** One file in a worker of its own; ending the worker lets go of the file, whatever holds it. */
export function askRegionWorker(worker: Worker): { ask: AskRegion; end(): Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let hasEnded = false;
  const end = (message: string): void => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(tileFault('map-file-gone', message));
    waiting.clear();
  };
  worker.unref();
  worker.on('message', (answer: FromRegionWorker) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('output' in answer) asker?.resolve(answer.output);
    else asker?.reject(new FleetdeskError(answer.error));
  });
  worker.on('error', (fault) => {
    end(fault instanceof Error ? fault.message : String(fault));
  });
  worker.on('exit', () => {
    end('The region worker has ended.');
  });
  return {
    ask: (call) =>
      new Promise((resolve, reject) => {
        if (hasEnded) {
          reject(tileFault('map-file-gone', 'The region worker has ended.'));
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, call } satisfies RegionQuestion);
      }),
    end: async () => {
      end('The file is closed.');
      await worker.terminate();
    },
  };
}
