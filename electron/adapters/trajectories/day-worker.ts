import { parentPort, workerData } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import { readDay, type ToldDay } from '@core/trajectories/read-day';
import type { FromDayWorker } from './worker-day-reader';

/** Reads one large day, the one that it is started with, and ends. */
const port = parentPort;
if (!port) throw new Error('The day worker runs as a worker thread only.');

function answer(): FromDayWorker {
  try {
    return { ok: true, track: readDay(workerData as ToldDay) };
  } catch (fault) {
    return { ok: false, error: FleetdeskError.from(fault) };
  }
}

const message = answer();
const columns = message.ok && message.track !== null ? Object.values(message.track.columns) : [];
// The columns are handed over and not copied.
port.postMessage(
  message,
  columns.map(({ buffer }) => buffer as ArrayBuffer),
);
