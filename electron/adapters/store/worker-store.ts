import type { Worker } from 'node:worker_threads';
import type { Store } from '@core/ports/store';
import { CalledStore } from './called-store';
import type { CallInput, CallOutput, DatabaseCall } from './database-calls';
import { closedError, storeFailure } from './faults';
import type { Salvage } from './salvage';
import { StoreThread } from './store-thread';

/** Starts a thread that runs `store-worker`. */
export type StartStoreWorker = () => Worker;

/** Opens a store in a worker; `file: null` keeps it in memory. @throws StoreFailure */
export async function openWorkerStore(
  startWorker: StartStoreWorker,
  file: string | null,
  key: string,
): Promise<Store> {
  const thread = new StoreThread(startWorker());
  try {
    await thread.ask({ kind: 'open', file, key });
    return new WorkerStore(thread);
  } catch (fault) {
    await thread.end();
    throw storeFailure(fault);
  }
}

/** Reads what can be read of a file that was set aside. @throws StoreFailure */
export async function salvageInWorker(
  startWorker: StartStoreWorker,
  file: string,
  key: string,
): Promise<Salvage> {
  const thread = new StoreThread(startWorker());
  try {
    return (await thread.ask({ kind: 'salvage', file, key })) as Salvage;
  } catch (fault) {
    throw storeFailure(fault);
  } finally {
    await thread.end();
  }
}

class WorkerStore extends CalledStore {
  readonly #thread: StoreThread;
  #closing: Promise<void> | null = null;

  constructor(thread: StoreThread) {
    super();
    this.#thread = thread;
  }

  protected async call<M extends DatabaseCall>(
    method: M,
    ...input: CallInput<M>
  ): Promise<CallOutput<M>> {
    if (this.#closing !== null) throw closedError();
    return (await this.#thread.ask({ kind: 'call', method, input })) as CallOutput<M>;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#thread.ask({ kind: 'close' });
    } finally {
      await this.#thread.end();
    }
  }
}
