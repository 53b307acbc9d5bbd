import { parentPort, workerData } from 'node:worker_threads';
import { DEFAULT_SEED } from './options';
import { DemoStartError, startDemoService } from './start';
import type { DemoWorkerData, FromDemoWorker, ToDemoWorker } from './worker-messages';
import { cityOf, generateStreets } from './world/generate-streets';

/** The demo service in a thread of its own, so that its world never holds up the app. */
if (!parentPort) throw new Error('the demo worker runs as a worker thread only');
const port = parentPort;
const { testClock = { shift: 0, pace: 1 }, ...options } = (workerData ?? {}) as DemoWorkerData;
const post = (message: FromDemoWorker): void => port.postMessage(message);

async function sendStreets(ofSeed: number): Promise<void> {
  // The town is being built step by step: drawing waits, and holds up no request.
  await cityOf(ofSeed).arrive();
  post({ type: 'streets', streets: generateStreets(ofSeed) });
}

async function serve(): Promise<void> {
  const now = (): number => Date.now() * testClock.pace + testClock.shift;
  const service = await startDemoService({ ...options, now });
  port.on('message', (message: ToDemoWorker) => {
    if (message.type === 'streets') {
      void sendStreets(options.seed ?? DEFAULT_SEED);
    } else {
      void service.close().then(() => {
        post({ type: 'closed' });
        port.close();
      });
    }
  });
  const { url, publicKey, username, password, seed, vehicles } = service;
  post({ type: 'ready', url, publicKey, username, password, seed, vehicles });
}

serve().catch((error: unknown) => {
  const isKnown = error instanceof DemoStartError;
  post({
    type: 'failed',
    code: isKnown ? error.code : 'failed',
    message: error instanceof Error ? error.message : String(error),
  });
  port.close();
});
