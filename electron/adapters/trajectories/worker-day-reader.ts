import type { Worker } from 'node:worker_threads';
import { FleetdeskError, type AppError } from '@contract/errors';
import type { Track } from '@contract/trajectories';
import { cancelledError } from '@core/cancelled';
import type { DayReader } from '@core/trajectories/day-reader';
import { readDay, type ToldDay } from '@core/trajectories/read-day';

/** What the worker of a day posts, once. */
export type FromDayWorker =
  | { readonly ok: true; readonly track: Track | null }
  | { readonly ok: false; readonly error: AppError };

/** Characters up to which reading takes less time than a worker takes to start. */
const IN_PLACE = 1_500_000;

/**
 * Reads large days in a thread of their own, which ends with the day: what it took to read one is
 * given back at once, and a day that nobody wants any more stops being read.
 */
export class WorkerDayReader implements DayReader {
  readonly #startWorker: (day: ToldDay) => Worker;

  /** @param startWorker starts `day-worker` with a day as its `workerData` */
  constructor(startWorker: (day: ToldDay) => Worker) {
    this.#startWorker = startWorker;
  }

  async read(day: ToldDay, signal: AbortSignal): Promise<Track | null> {
    if (signal.aborted) throw cancelledError();
    const size = day.devices.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    if (size <= IN_PLACE) return readDay(day);
    const worker = this.#startWorker(day);
    try {
      const message = await messageOf(worker, signal);
      if (message.ok) return message.track;
      throw new FleetdeskError(message.error);
    } finally {
      void worker.terminate();
    }
  }
}

function messageOf(worker: Worker, signal: AbortSignal): Promise<FromDayWorker> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(cancelledError());
    };
    signal.addEventListener('abort', leave, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', leave);
      reject(new Error('The reading of a day ended before its time.'));
    });
  });
}
