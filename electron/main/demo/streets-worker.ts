import { parentPort, workerData } from 'node:worker_threads';
import { generateStreets } from '@demo/index';

/** Draws the streets of one seed and ends; it runs as a worker thread. */
const { seed } = workerData as { seed: number };
parentPort?.postMessage(generateStreets(seed));
