import { parentPort } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import { regionAnswers } from './called-region';
import type { FromRegionWorker, RegionQuestion } from './worker-region';

/** Writes the file of a region in a thread of its own, so that the disk never holds up main. */
const port = parentPort;
if (!port) throw new Error('The region worker runs as a worker thread only.');

const answer = regionAnswers();

port.on('message', ({ id, call }: RegionQuestion) => {
  let message: FromRegionWorker;
  try {
    message = { id, output: answer(call) };
  } catch (fault) {
    message = { id, error: FleetdeskError.from(fault) };
  }
  port.postMessage(message);
});
