import type { Worker } from 'node:worker_threads';
import type { MapName, MapNameIndex, NamesProgress } from '@core/ports/map-name-indexes';
import type { FromNamesWorker, ToNamesWorker } from './worker-messages';

interface Waiting {
  resolve(names: readonly MapName[]): void;
  reject(fault: Error): void;
}

/** So long a worker may take to end what it does, milliseconds; one that hangs in a read is ended. */
const longestEnd = 1_000;

/** The names of one map, kept by a worker that is running. */
export function workerIndex(
  worker: Worker,
  onProgress: (progress: NamesProgress) => void,
): MapNameIndex {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let ended: Error | null = null;
  let onClosed = (): void => undefined;

  const end = (fault: Error): void => {
    // A fault is followed by the exit.
    if (ended !== null) return;
    ended = fault;
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
    onClosed();
    onProgress({ names: 0, reading: null, isWhole: false, fault: 'unreadable' });
  };

  // An idle worker does not keep the app from ending.
  worker.unref();
  worker.on('message', (message: FromNamesWorker) => {
    if (message.kind === 'progress') onProgress(message.progress);
    else if (message.kind === 'closed') onClosed();
    else {
      const asker = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'found') asker?.resolve(message.names);
      else asker?.reject(new Error(message.fault));
    }
  });
  worker.on('error', (fault) => {
    end(fault instanceof Error ? fault : new Error(String(fault)));
  });
  worker.on('exit', () => {
    end(new Error('The worker for the names of a map has ended.'));
  });

  function tell(message: ToNamesWorker): void {
    if (ended === null) worker.postMessage(message);
  }

  return {
    find: (query, limit) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended);
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve, reject });
        tell({ kind: 'find', id: asked, query, limit });
      }),
    read: (around) => {
      tell({ kind: 'read', around });
    },
    close: async () => {
      if (ended === null) {
        const closed = new Promise<void>((resolve) => (onClosed = resolve));
        tell({ kind: 'close' });
        await within(longestEnd, closed);
      }
      // A thread that hangs in a read of a drive that is gone ends with that read, however late.
      await within(longestEnd, worker.terminate());
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => (late = setTimeout(resolve, milliseconds)));
  await Promise.race([work, tooLate]);
  clearTimeout(late);
}
