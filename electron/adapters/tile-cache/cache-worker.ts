import { parentPort, workerData } from 'node:worker_threads';
import { timeOfDay } from '@contract/test-clock';
import { CacheDatabase } from './cache-database';
import { answerCall } from './called-cache';
import type { CacheQuestion, CacheWorkerData, FromCacheWorker } from './worker-cache';

/** Keeps the tiles of online maps in a thread of its own, so that the disk never holds up main. */
const port = parentPort;
if (!port) throw new Error('The cache worker runs as a worker thread only.');

const { file, testClock } = workerData as CacheWorkerData;
const now = () => timeOfDay(testClock, Date.now());
const database = new CacheDatabase(file, now);

port.on('message', ({ id, call }: CacheQuestion) => {
  let answer: FromCacheWorker;
  try {
    answer = { id, output: answerCall(database, call) };
  } catch (fault) {
    answer = { id, fault: fault instanceof Error ? fault.message : String(fault) };
  }
  port.postMessage(answer);
});
