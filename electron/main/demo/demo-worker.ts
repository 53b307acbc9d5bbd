import type { Worker } from 'node:worker_threads';
import createDemoWorker from '@demo/worker?nodeWorker';
import type { DemoWorkerData, FromDemoWorker, ToDemoWorker } from '@demo/worker-messages';
import type { Streets as DemoStreets } from '@demo/index';
import { FleetdeskError } from '@contract/errors';
import { joinStreets } from '@contract/rules/street-lines';
import type { Streets } from '@contract/streets';
import type { TestClock } from '@contract/test-clock';
import { reportFault } from '@core/faults';
import createStreetsWorker from './streets-worker?nodeWorker';

/** A demo service that runs in a worker thread. */
export interface DemoWorker {
  readonly url: string;
  readonly publicKey: string;
  readonly username: string;
  readonly password: string;
  /** The streets of its invented town; drawn once. */
  streets(): Promise<Streets>;
  end(): Promise<void>;
}

/**
 * Starts a demo service of so many vehicles on a loopback port; null takes its own default. Its
 * time is that of the app.
 */
export async function startDemoWorker(
  vehicles: number | null,
  testClock: TestClock,
): Promise<DemoWorker> {
  const workerData: DemoWorkerData = { ...(vehicles === null ? {} : { vehicles }), testClock };
  const worker = createDemoWorker({ workerData });
  worker.on('error', (fault) => {
    reportFault('the demo service ended', fault);
  });
  const { url, publicKey, username, password } = await messageOf(worker, 'ready');
  let hasEnded = false;
  worker.once('exit', () => {
    hasEnded = true;
  });
  let streets: Promise<Streets> | null = null;
  return {
    ...{ url, publicKey, username, password },
    streets: () => {
      if (streets === null) {
        // A worker that has ended answers nothing, and its `exit` is not told again.
        if (hasEnded) return Promise.reject(demoFailure(gone));
        streets = messageOf(worker, 'streets').then((message) => asContract(message.streets));
        worker.postMessage({ type: 'streets' } satisfies ToDemoWorker);
      }
      return streets;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}

/** Draws the streets of a demo service that runs elsewhere, in a thread that ends with it. */
export async function drawStreets(seed: number): Promise<Streets> {
  const worker = createStreetsWorker({ workerData: { seed } });
  return asContract(
    await new Promise<DemoStreets>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(new Error('The streets were not drawn.'));
      });
    }),
  );
}

const gone = 'The demo service has ended.';

function demoFailure(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'service-error', reason: 'demo-failed', message });
}

type Message<T extends FromDemoWorker['type']> = Extract<FromDemoWorker, { type: T }>;

/** The next message of that kind. @throws FleetdeskError where the worker fails or ends before */
function messageOf<T extends FromDemoWorker['type']>(worker: Worker, type: T): Promise<Message<T>> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      settle(() => {
        reject(demoFailure(message));
      });
    };
    const hear = (message: FromDemoWorker) => {
      if (message.type === 'failed') fail(message.message);
      else if (isOf(message, type)) {
        settle(() => {
          resolve(message);
        });
      }
    };
    const onError = (fault: unknown) => {
      fail(fault instanceof Error ? fault.message : String(fault));
    };
    const onExit = () => {
      fail(gone);
    };
    const settle = (finish: () => void) => {
      worker.off('message', hear);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
    };
    worker.on('message', hear);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}

function isOf<T extends FromDemoWorker['type']>(
  message: FromDemoWorker,
  type: T,
): message is Message<T> {
  return message.type === type;
}

/** The demo's streets are read-only on their own floor; these are ours to pass on. */
function asContract({ centre, bbox, roads, areas, places, name }: DemoStreets): Streets {
  return joinStreets({
    name,
    centre: [...centre],
    bbox: [...bbox],
    roads: [...roads],
    areas: [...areas],
    places: [...places],
  });
}
