import type { Worker } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import { StoreFailure } from '@core/ports/stores';
import type { FromStoreWorker, ToStoreWorker } from './worker-messages';

/** What is asked, without the number that its answer will carry. */
type Question = ToStoreWorker extends infer T
  ? T extends { readonly id: number }
    ? Omit<T, 'id'>
    : never
  : never;

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/** The caller's end of a store worker: questions, and their answers in the same order. */
export class StoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: Error | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: FromStoreWorker) => {
      this.#hear(answer);
    });
    worker.on('error', (fault) => {
      this.#endWith(ended(fault instanceof Error ? fault.message : String(fault)));
    });
    worker.on('exit', () => {
      this.#endWith(ended('The store worker has ended.'));
    });
  }

  /** @throws FleetdeskError from calls, StoreFailure from all else */
  ask(question: Question): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(this.#ended);
        return;
      }
      this.#asked += 1;
      const id = this.#asked;
      // First the question: what can't be sent leaves nobody waiting.
      this.#worker.postMessage({ ...question, id } as ToStoreWorker);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Ends the thread, and with it every hold on the file. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(answer: FromStoreWorker): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind === 'done') waiting?.resolve(answer.output);
    else if (answer.kind === 'failed') waiting?.reject(new FleetdeskError(answer.error));
    else waiting?.reject(new StoreFailure(answer.failure.kind, answer.failure.message));
  }

  #endWith(fault: Error): void {
    this.#ended ??= fault;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

function ended(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'store-damaged', message });
}
