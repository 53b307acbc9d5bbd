import { FleetdeskError } from '@contract/errors';
import type { StoreState } from '@contract/store';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Store } from '../ports/store';
import type { Stores } from '../ports/stores';
import { Serial } from '../session/serial';
import { checkFirst } from './row-checks';
import { StoreAsides } from './store-asides';
import { StoreErasures } from './store-erasures';
import { StoreGauge } from './store-gauge';
import { lockedKeyFailure, obstacleOf, storeClosedError } from './store-errors';
import { KeyedFiles, type StoreOwner } from './keyed-files';
import { givesOut, keyAccount, newestAccount, nextKeyAccount } from './store-key';
import { StoreNotes, type ErasingWish } from './store-notes';

export type { StoreOwner } from './keyed-files';

/** What a store keeper needs. */
export interface StoreKeeperOptions {
  stores: Stores;
  clock: Clock;
  /** Beside the settings: where it is noted that keys exist. */
  files: Files;
  /** The operating system's, and those of passphrases: from where forgotten keys are removed. */
  keychain: Keychain;
  passphrases: PassphraseKeychains;
}

const NOTHING = { error: null, setAside: null, damaged: null, bytes: null } as const;
const CLOSED: StoreState = { phase: 'closed', ...NOTHING };

/**
 * Opens the store of the signed-in user, under the rules of its key (behaviour, "Reading"): a
 * key is made once an identity and never while a store file is there; a file is set aside only
 * where its key is present and it still can't be read, one that is gone is reported; a locked
 * keychain locks the store. One at a time; calls run one after another.
 */
export class StoreKeeper {
  readonly #options: StoreKeeperOptions;
  readonly #notes: StoreNotes;
  readonly #asides: StoreAsides;
  readonly #erasures: StoreErasures;
  readonly #files: KeyedFiles;
  readonly #feed = new Feed<StoreState>('the store');
  readonly #serial = new Serial();
  #state = CLOSED;
  #owner: StoreOwner | null = null;
  #store: Store | null = null;
  readonly #gauge: StoreGauge;
  /** Identities whose store another copy had open when it was last tried. */
  readonly #elsewhere = new Set<string>();

  constructor(options: StoreKeeperOptions) {
    this.#options = options;
    this.#notes = new StoreNotes(options.files);
    this.#asides = new StoreAsides({ ...options, notes: this.#notes });
    this.#erasures = new StoreErasures({ ...options, notes: this.#notes });
    this.#files = new KeyedFiles(options.stores, this.#notes, this.#asides);
    this.#gauge = new StoreGauge({
      clock: options.clock,
      tell: ({ bytes, damaged }) => {
        const { bytes: size, damaged: known } = this.#state;
        if (bytes !== size || damaged?.rows !== known?.rows) this.#change({ bytes, damaged });
      },
    });
  }

  state(): StoreState {
    return this.#state;
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: StoreState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** The store while it is open, in a file or in memory. */
  get store(): Store | null {
    return this.#store;
  }

  /** Opens an identity's store, closing another one first; null where the state says why not. */
  open(owner: StoreOwner): Promise<Store | null> {
    return this.#serial.run(async () => {
      await this.#close();
      this.#owner = owner;
      return this.#open(owner);
    });
  }

  /**
   * Tries again, after the keychain was unlocked, room was made or the other copy closed; while
   * nobody's store is to be open, to erase what could not be erased. Call it once at start, since
   * a run before may have ended amid that.
   */
  retry(): Promise<Store | null> {
    return this.#serial.run(async () => {
      if (this.#owner === null) {
        await this.#erasures.tryAgain();
        this.#tellErased();
      }
      if (this.#owner === null || this.#store !== null) return this.#store;
      return this.#open(this.#owner);
    });
  }

  /**
   * A person decides to go on without a store whose key is gone: its file is set aside with a
   * note of the account of its key, and a new one begins under a key of its own.
   * @throws FleetdeskError where the keychain is locked or the file can't be moved
   */
  startOver(): Promise<Store | null> {
    return this.#serial.run(async () => {
      const owner = this.#owner;
      if (owner === null) throw storeClosedError();
      if (this.#store !== null || owner.storage === null) return this.#store;
      const { identity, storage } = owner;
      try {
        const { phase, error } = this.#state;
        // Moving a file that another copy writes to would cost both of them.
        if (phase === 'inUse' && error !== null) throw new FleetdeskError(error);
        // What is not given out may well be there, and must not be written over.
        if (!(await givesOut(storage))) throw lockedKeyFailure();
        const note = await this.#notes.of(identity);
        const keyIn = note?.account ?? (await newestAccount(storage.keychain, identity));
        const account = keyIn ?? keyAccount(identity, 1);
        // What a run that ended in here moved is noted under its own key, before there is another.
        await this.#asides.takeStock(identity, keyIn, true);
        if (await this.#options.stores.exists(identity)) {
          await this.#asides.setAside(identity, account, true);
        }
        await this.#files.makeKey(owner, nextKeyAccount(identity, account));
      } catch (caught) {
        const { error } = this.#refuse(caught);
        throw new FleetdeskError(error ?? storeClosedError().error, { cause: caught });
      }
      return this.#open(owner);
    });
  }

  /** A person has seen what became of a store; where another one is to be reported, it is now. */
  acknowledge(): Promise<void> {
    return this.#serial.run(async () => {
      const owner = this.#owner;
      const { setAside: seen } = this.#state;
      if (owner === null || seen === null) return;
      await this.#asides.see(owner.identity, seen);
      this.#change({ setAside: await this.#asides.unseen(owner.identity) });
    });
  }

  /** A person has seen that so many rows were damaged; what was found since is reported now. */
  acknowledgeDamage(rows: number): Promise<void> {
    return this.#serial.run(async () => {
      const store = this.#store;
      if (store === null) return;
      await store.seeDamage(rows);
      this.#change({ damaged: await store.damage() });
    });
  }

  /** Ends all work on the store after what was asked of it, and lets go of its file. */
  close(): Promise<void> {
    return this.#serial.run(async () => {
      await this.#close();
      this.#leave();
    });
  }

  /**
   * Closes the store and removes it for good, with its key and what was set aside of it.
   * @throws FleetdeskError where something could not be removed; the state tells it as well
   */
  erase(): Promise<void> {
    return this.#serial.run(async () => {
      const owner = this.#owner;
      await this.#close();
      this.#leave();
      if (owner?.storage) await this.#erase(owner.identity);
    });
  }

  /**
   * Notes that an identity's store is to be erased once its owner is signed out: should this run
   * end before, the next one does it. At once, since a store may take long to open.
   */
  async wishErasing(identity: string, wish: ErasingWish): Promise<void> {
    const owner = this.#owner;
    if (owner?.identity !== identity || owner.storage === null) return;
    if (!this.#elsewhere.has(identity)) await this.#erasures.wish(identity, wish);
  }

  /** Takes that back: the sign-out did not come about, or what is unsent stays. */
  async giveUpErasing(): Promise<void> {
    if (this.#owner !== null) await this.#erasures.giveUp(this.#owner.identity);
  }

  /** Does what the last run left of such wishes. Call it once nobody is signed in for sure. */
  eraseWished(): Promise<void> {
    return this.#serial.run(async () => {
      if (this.#owner !== null) return;
      await this.#erasures.eraseWished();
      this.#tellErased();
    });
  }

  /**
   * Removes for good what was kept of all who signed in by a saved connection.
   * @throws FleetdeskError where something could not be removed; the state tells it as well
   */
  eraseOf(connectionId: string): Promise<void> {
    return this.#serial.run(async () => {
      for (const identity of await this.#notes.ofConnection(connectionId)) {
        if (this.#owner?.identity !== identity) await this.#erase(identity);
      }
    });
  }

  async #open(owner: StoreOwner): Promise<Store | null> {
    this.#change({ phase: 'opening', error: null });
    this.#elsewhere.delete(owner.identity);
    const { stores } = this.#options;
    try {
      await this.#erasures.giveUp(owner.identity);
      if (owner.storage === null) {
        this.#store = await stores.openInMemory();
        this.#change({ phase: 'inMemory' });
        return this.#store;
      }
      const store = await this.#files.open(owner);
      this.#store = store;
      await checkFirst(store, this.#options.clock.now());
      await this.#asides.recover(owner.identity, owner.storage.keychain, store);
      this.#change({ phase: 'open', setAside: await this.#asides.unseen(owner.identity) });
      await this.#gauge.start(store);
      return store;
    } catch (caught) {
      await this.#close();
      if (this.#refuse(caught).phase === 'inUse') this.#elsewhere.add(owner.identity);
      return null;
    }
  }

  async #close(): Promise<void> {
    this.#gauge.stop();
    const store = this.#store;
    this.#store = null;
    await store?.close();
  }

  /** Nobody's store is to be open from now on. */
  #leave(): void {
    this.#owner = null;
    this.#tellErased();
  }

  /** What could not be erased is reported as long as nobody's store is to be open. */
  #tellErased(): void {
    if (this.#owner !== null) return;
    this.#change({ ...CLOSED, error: this.#erasures.error });
  }

  async #erase(identity: string): Promise<void> {
    // Another copy goes on with its file; what it has open is not ours to remove.
    if (this.#elsewhere.has(identity)) return;
    try {
      await this.#erasures.erase(identity);
    } finally {
      this.#tellErased();
    }
  }

  #refuse(caught: unknown): StoreState {
    this.#change({ ...obstacleOf(caught), damaged: null, bytes: null });
    return this.#state;
  }

  #change(change: Partial<StoreState>): void {
    this.#state = { ...this.#state, ...change };
    this.#feed.publish(this.#state);
  }
}
