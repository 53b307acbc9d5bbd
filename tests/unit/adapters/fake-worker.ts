import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** A worker that a test answers for. It ends when the test says so, and not by being told to. */
export class FakeWorker<Question> extends EventEmitter {
  readonly asked: Question[] = [];
  wasToldToEnd = false;

  /** As the code under test takes it. */
  get worker(): Worker {
    return this as unknown as Worker;
  }

  unref(): void {
    // Nothing holds a test up.
  }

  postMessage(question: Question): void {
    this.asked.push(question);
  }

  terminate(): Promise<number> {
    this.wasToldToEnd = true;
    return new Promise(() => undefined);
  }
}
