import type { Worker } from 'node:worker_threads';
import type { Store } from '@core/ports/store';
import type { StoreCheck } from '@core/ports/store-damage';
import { CalledStore } from './called-store';
import type { CallInput, CallOutput, DatabaseCall } from './database-calls';
import { closedError, storeFailure } from './faults';
import { FirstReads } from './first-reads';
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
  return beginInThread(new StoreThread(startWorker()), file, key).finish();
}

/** A store whose file is being opened and was not checked yet. */
export interface BegunStore {
  /** What it is asked for before the file is checked. */
  readonly first: FirstReads;
  /** Checks it; the thread ends where it can't be opened. @throws StoreFailure */
  finish(): Promise<Store>;
  /** Lets go of it, unchecked. */
  close(): Promise<void>;
}

/** Begins to open a store in a thread that runs already. */
export function beginInThread(thread: StoreThread, file: string | null, key: string): BegunStore {
  const opened = thread.ask({ kind: 'open', file, key });
  // Told by who finishes it.
  opened.catch(() => undefined);
  const first = new FirstReads();
  if (file !== null) first.begin(thread);
  return {
    first,
    finish: async () => {
      const finished = thread.ask({ kind: 'finish' });
      try {
        const [, wasMended] = await Promise.all([opened, finished]);
        if (wasMended === true) first.drop();
        return new WorkerStore(thread, first);
      } catch (fault) {
        await thread.end();
        throw storeFailure(fault);
      }
    },
    close: () => closeThread(thread),
  };
}

/** Closes the file of a thread, and ends it. */
async function closeThread(thread: StoreThread): Promise<void> {
  try {
    await thread.ask({ kind: 'close' });
  } finally {
    await thread.end();
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
  readonly #first: FirstReads;
  #closing: Promise<void> | null = null;

  constructor(thread: StoreThread, first: FirstReads) {
    super();
    this.#thread = thread;
    this.#first = first;
  }

  protected async call<M extends DatabaseCall>(
    method: M,
    ...input: CallInput<M>
  ): Promise<CallOutput<M>> {
    if (this.#closing !== null) throw closedError();
    const ask = (): Promise<unknown> => this.#thread.ask({ kind: 'call', method, input });
    // At once: calls are carried out in the order in which they were made.
    const answer = await (this.#first.take(method)?.catch(ask) ?? ask());
    // Rows were set aside.
    if (method === 'check' && (answer as StoreCheck).collections.length > 0) this.#first.drop();
    return answer as CallOutput<M>;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#first.drop();
    await closeThread(this.#thread);
  }
}
