import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Store } from '@core/ports/store';
import { StoreFailure, type FirstLook, type Stores } from '@core/ports/stores';
import { closedError, storeFailure } from './faults';
import { takeIn } from './recovery';
import { asidesOf, holdsStore, isEmpty, moveAside, removeStore } from './store-files';
import { StoreThread } from './store-thread';
import {
  beginInThread,
  openWorkerStore,
  salvageInWorker,
  type BegunStore,
  type StartStoreWorker,
} from './worker-store';

/** An identity is a hash, or `demo`: nothing that could lead out of the folder. */
const IDENTITY = /^[A-Za-z0-9_-]{1,128}$/;
const FILE_NAME = /^[A-Za-z0-9_-]{1,128}\.db\.aside-\d+$/;

const KEY_BYTES = 32;

/** A store that is being opened before anybody asks for it; null where there is no key for it. */
interface Ahead {
  readonly identity: string;
  readonly begun: Promise<{ readonly key: string; readonly store: BegunStore } | null>;
  /** Resolves once it holds no file; one whose key is still looked for never will. */
  leave(): Promise<void>;
}

/** The stores of all identities, a file each in one folder, each with a worker while it is open. */
export class LibsqlStores implements Stores {
  readonly #folder: string;
  readonly #startWorker: StartStoreWorker;
  #ahead: Ahead | null = null;

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

  openAhead(identity: string, findKey: () => Promise<string | null>): FirstLook | null {
    const file = this.#fileOf(identity);
    if (this.#ahead !== null || isEmpty(file)) return null;
    // The thread starts while the key is looked for.
    const thread = new StoreThread(this.#startWorker());
    let isLeft = false;
    let isOpening = false;
    const begin = async () => {
      const key = await findKey().catch(() => null);
      isOpening = key !== null && !isLeft;
      if (key !== null && isOpening) return { key, store: beginInThread(thread, file, key) };
      await thread.end();
      return null;
    };
    const begun = begin().catch(() => null);
    const leave = async () => {
      isLeft = true;
      if (isOpening) await (await begun)?.store.close().catch(() => undefined);
    };
    this.#ahead = { identity, begun, leave };
    const look = begun.then((found) => {
      if (found === null) throw closedError();
      return found.store.first.look();
    });
    // Where nobody looks.
    look.catch(() => undefined);
    return {
      identity,
      vehicles: async () => (await look).vehicles(),
      newestFixes: async () => (await look).newestFixes(),
      learned: async () => (await look).learned(),
    };
  }

  async open(identity: string, key: string): Promise<Store> {
    const file = this.#fileOf(identity);
    const opened = await this.#takeAhead(identity, key);
    return opened ?? openWorkerStore(this.#startWorker, file, key);
  }

  async letGo(): Promise<void> {
    await this.#takeAhead(null, '');
  }

  openInMemory(): Promise<Store> {
    return openWorkerStore(this.#startWorker, null, '');
  }

  async setAside(identity: string): Promise<string> {
    await this.letGo();
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

  async erase(identity: string): Promise<void> {
    await this.letGo();
    return settled(() => {
      removeStore(this.#fileOf(identity));
    });
  }

  /** The store that was opened ahead, where it is this one; any other one is closed. */
  async #takeAhead(identity: string | null, key: string): Promise<Store | null> {
    const ahead = this.#ahead;
    this.#ahead = null;
    // A keychain that is locked asks a person for its key: nobody but its owner waits for that.
    const begun = ahead?.identity === identity ? await ahead?.begun : null;
    // What is in its way is met and told when it is opened again.
    if (begun?.key === key) return begun.store.finish().catch(() => null);
    await ahead?.leave();
    return null;
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
