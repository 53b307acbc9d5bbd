import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Store } from '@core/ports/store';
import { StoreFailure, type Stores } from '@core/ports/stores';
import { storeFailure } from './faults';
import { takeIn } from './recovery';
import { asidesOf, holdsStore, moveAside, removeStore } from './store-files';
import { openWorkerStore, salvageInWorker, type StartStoreWorker } from './worker-store';

/** An identity is a hash, or `demo`: nothing that could lead out of the folder. */
const IDENTITY = /^[A-Za-z0-9_-]{1,128}$/;
const FILE_NAME = /^[A-Za-z0-9_-]{1,128}\.db\.aside-\d+$/;

const KEY_BYTES = 32;

/** The stores of all identities, a file each in one folder, each with a worker while it is open. */
export class LibsqlStores implements Stores {
  readonly #folder: string;
  readonly #startWorker: StartStoreWorker;

  constructor(folder: string, startWorker: StartStoreWorker) {
    this.#folder = folder;
    this.#startWorker = startWorker;
  }

  exists(identity: string): Promise<boolean> {
    return settled(() => holdsStore(this.#fileOf(identity)));
  }

  wereKept(): Promise<boolean> {
    return settled(() => existsSync(this.#folder));
  }

  newKey(): string {
    return randomBytes(KEY_BYTES).toString('hex');
  }

  async open(identity: string, key: string): Promise<Store> {
    return openWorkerStore(this.#startWorker, this.#fileOf(identity), key);
  }

  openInMemory(): Promise<Store> {
    return openWorkerStore(this.#startWorker, null, '');
  }

  setAside(identity: string): Promise<string> {
    return settled(() => basename(moveAside(this.#fileOf(identity))));
  }

  setAsides(identity: string): Promise<string[]> {
    return settled(() => asidesOf(this.#fileOf(identity)).map((path) => basename(path)));
  }

  async recover(fileName: string, key: string, into: Store): Promise<number | null> {
    if (!FILE_NAME.test(fileName)) throw new Error('Not the name of a file that was set aside.');
    const file = join(this.#folder, fileName);
    const salvage = await salvageInWorker(this.#startWorker, file, key).catch((fault: unknown) => {
      // Not a single row can be read, which a key that is not this file's looks like as well.
      if (fault instanceof StoreFailure && fault.kind === 'damaged') return null;
      throw fault;
    });
    return salvage === null ? null : takeIn(salvage, into);
  }

  erase(identity: string): Promise<void> {
    return settled(() => {
      removeStore(this.#fileOf(identity));
    });
  }

  #fileOf(identity: string): string {
    if (!IDENTITY.test(identity)) throw new Error('Not an identity.');
    return join(this.#folder, `${identity}.db`);
  }
}

/** What a person can do something about, whatever the system called it. */
async function settled<T>(work: () => T): Promise<T> {
  try {
    return await Promise.resolve(work());
  } catch (fault) {
    throw storeFailure(fault);
  }
}
