import type { DemoOptions } from './options';
import type { Streets } from './world/streets';

/** What the worker is started with, as its `workerData`. */
export type DemoWorkerData = Omit<DemoOptions, 'now'> & {
  /** Its time of day is the system's times `pace`, plus `shift` milliseconds. */
  readonly testClock?: { readonly shift: number; readonly pace: number };
};

/** What is posted to the worker. */
export type ToDemoWorker = { readonly type: 'streets' } | { readonly type: 'close' };

/** What the worker posts. */
export type FromDemoWorker =
  | {
      readonly type: 'ready';
      readonly url: string;
      readonly publicKey: string;
      readonly username: string;
      readonly password: string;
      readonly seed: number;
      readonly vehicles: number;
    }
  | {
      readonly type: 'failed';
      readonly code: 'port-in-use' | 'bad-option' | 'failed';
      readonly message: string;
    }
  | { readonly type: 'streets'; readonly streets: Streets }
  | { readonly type: 'closed' };
