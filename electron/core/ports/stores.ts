import type { PackedRows } from '@contract/packed/rows';
import type { Store } from './store';

/**
 * Why a store could not be opened.
 * `damaged`: the key is there and the file can't be read with it.
 * `in-use`: another process has it. `disk-full`, `read-only`: the folder can't be written.
 * `newer`: a later version of Fleetdesk wrote it.
 */
export class StoreFailure extends Error {
  readonly kind: 'damaged' | 'in-use' | 'disk-full' | 'read-only' | 'newer' | 'failed';

  constructor(kind: StoreFailure['kind'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreFailure';
    this.kind = kind;
  }
}

/**
 * What a store that is being opened holds of the fleet, as it was read before the file was checked:
 * to be shown, and for nothing else. Rejects where it can't be read.
 */
export interface FirstLook extends Pick<Store, 'newestFixes' | 'learned'> {
  readonly identity: string;
  /** The vehicles that the service named, packed as they cross to a page. */
  vehicles(): Promise<readonly PackedRows[]>;
}

/** The store files of all identities. */
export interface Stores {
  /** Whether a store file is there, or a backup of one. */
  exists(identity: string): Promise<boolean>;
  /** Whether stores of any user were ever kept here: their folder exists. */
  wereKept(): Promise<boolean>;
  /** A new key: 32 random bytes as hex. */
  newKey(): string;
  /**
   * Opens the file of an identity, makes it where there is none, brings it to this version (with
   * a backup before the first migration), checks it. @throws StoreFailure
   */
  open(identity: string, key: string): Promise<Store>;
  /**
   * Begins to open the file of an identity before it is asked for, where there is one; it is checked
   * when it is, and what is in the way of it is met again then. One at a time. Answers at once for
   * what it holds of the fleet; null where there is none. @param findKey answers null for none
   */
  openAhead(identity: string, findKey: () => Promise<string | null>): FirstLook | null;
  /** Closes what was opened ahead and not asked for. */
  letGo(): Promise<void>;
  /** A store that lives as long as the app. */
  openInMemory(): Promise<Store>;
  /** Renames a file that can't be read out of the way; answers its new name. */
  setAside(identity: string): Promise<string>;
  /** Names of an identity's files that were set aside, the oldest first. */
  setAsides(identity: string): Promise<string[]>;
  /**
   * Copies the unsent entries that can still be read out of a file that was set aside into an
   * open store, as `attention`/`recovered`; answers how many, null where nothing at all can be
   * read with this key.
   */
  recover(fileName: string, key: string, into: Store): Promise<number | null>;
  /** Removes an identity's file, its backups and its files that were set aside for good. */
  erase(identity: string): Promise<void>;
}
