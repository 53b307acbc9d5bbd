import type { Store, StoredEntry } from '@core/ports/store';
import type { StoreDamage } from '@core/ports/store-damage';
import { StoreFailure, type Stores } from '@core/ports/stores';

interface StoreFile {
  key: string;
  isDamaged: boolean;
  unsent: number;
  /** What came from the service was erased. */
  isBare?: boolean;
}

/** Store files in memory, with their keys: a test can damage them, or keep them from opening. */
export class FakeStores implements Stores {
  readonly files = new Map<string, StoreFile>();
  readonly aside = new Map<string, StoreFile>();
  /** What was done to files, in order. */
  readonly log: string[] = [];
  /** Why no file can be opened while it is set. */
  fault: StoreFailure['kind'] | null = null;
  /** Something holds files, so that none can be removed. */
  areHeld = false;
  bytes = 4096;
  /** Why the rows of an open store can't be checked while it is set. */
  checkFault: StoreFailure['kind'] | null = null;
  /** What the check of the open store finds. */
  damage: StoreDamage | null = null;
  /** Once a file was made; it stays when files go. */
  hasFolder = false;
  #keys = 0;
  #openFiles = new Set<string>();

  exists(identity: string): Promise<boolean> {
    return Promise.resolve(this.files.has(identity));
  }

  wereKept(): Promise<boolean> {
    return Promise.resolve(this.hasFolder);
  }

  newKey(): string {
    this.#keys += 1;
    return this.#keys.toString(16).padStart(64, '0');
  }

  open(identity: string, key: string): Promise<Store> {
    if (this.fault !== null) return Promise.reject(new StoreFailure(this.fault, this.fault));
    const file = this.files.get(identity) ?? { key, isDamaged: false, unsent: 0 };
    if (file.isDamaged || file.key !== key) {
      return Promise.reject(new StoreFailure('damaged', 'not a database'));
    }
    if (this.#openFiles.has(identity)) {
      return Promise.reject(new StoreFailure('in-use', 'open already'));
    }
    this.files.set(identity, file);
    this.hasFolder = true;
    this.#openFiles.add(identity);
    this.log.push(`open ${identity}`);
    return Promise.resolve(
      this.#store(file, () => {
        this.#openFiles.delete(identity);
        this.log.push(`close ${identity}`);
      }),
    );
  }

  /** The process that had files open has ended. */
  endProcess(): void {
    this.#openFiles.clear();
  }

  openAhead(): never {
    throw new Error('Nothing is opened ahead here.');
  }

  letGo(): Promise<void> {
    return Promise.resolve();
  }

  openInMemory(): Promise<Store> {
    this.log.push('open in memory');
    const file = { key: '', isDamaged: false, unsent: 0 };
    return Promise.resolve(this.#store(file, () => this.log.push('close in memory')));
  }

  setAside(identity: string): Promise<string> {
    const file = this.files.get(identity);
    if (file === undefined) return Promise.reject(new Error('nothing to set aside'));
    this.files.delete(identity);
    const name = `${identity}.aside-${this.aside.size + 1}`;
    this.aside.set(name, file);
    this.log.push(`aside ${name}`);
    return Promise.resolve(name);
  }

  setAsides(identity: string): Promise<string[]> {
    return Promise.resolve([...this.aside.keys()].filter((name) => name.startsWith(identity)));
  }

  recover(fileName: string, key: string): Promise<number | null> {
    const file = this.aside.get(fileName);
    this.log.push(`recover ${fileName}`);
    return Promise.resolve(file?.key === key ? file.unsent : null);
  }

  erase(identity: string): Promise<void> {
    if (this.areHeld) return Promise.reject(new StoreFailure('failed', 'EBUSY: held'));
    this.files.delete(identity);
    for (const name of this.aside.keys()) if (name.startsWith(identity)) this.aside.delete(name);
    this.log.push(`erase ${identity}`);
    return Promise.resolve();
  }

  #store(file: StoreFile, close: () => unknown): Store {
    const store: Pick<
      Store,
      'size' | 'check' | 'damage' | 'seeDamage' | 'openEntries' | 'eraseCached' | 'close'
    > = {
      size: () => Promise.resolve(this.bytes),
      check: () =>
        this.checkFault === null
          ? Promise.resolve({ isOver: true, collections: [] })
          : Promise.reject(new StoreFailure(this.checkFault, this.checkFault)),
      damage: () => Promise.resolve(this.damage),
      seeDamage: (rows) => {
        const left = (this.damage?.rows ?? 0) - rows;
        this.damage = left > 0 && this.damage ? { ...this.damage, rows: left } : null;
        return Promise.resolve();
      },
      openEntries: () => Promise.resolve(Array<StoredEntry>(file.unsent)),
      eraseCached: () => {
        file.isBare = true;
        return Promise.resolve();
      },
      close: () => {
        close();
        return Promise.resolve();
      },
    };
    return store as Store;
  }
}
