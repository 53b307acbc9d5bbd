import { FleetdeskError } from '@contract/errors';
import type { StoreState } from '@contract/store';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Store } from '../ports/store';
import { StoreFailure, type Stores } from '../ports/stores';
import { Serial } from '../session/serial';
import type { TokenStorage } from '../session/token-storage';
import { lockedKeyFailure, missingKeyError, obstacleOf, storeClosedError } from './store-errors';
import { findKeys, givesOut, keyAccount, nextKeyAccount, readKey, writeKey } from './store-key';
import { StoreNotes, type AsideNote, type StoreNote } from './store-notes';

/** How often the size on disk is looked at, milliseconds. */
const MEASURE_AFTER = 60_000;

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

/** Whose store. */
export interface StoreOwner {
  readonly identity: string;
  /** Where the tokens lie, and so the store key; null: nothing of this session is to stay. */
  readonly storage: TokenStorage | null;
  readonly connectionId: string;
}

/** Where the store's key is, once it was found or made. */
interface FoundKey {
  readonly account: string;
  readonly key: string;
}

const CLOSED: StoreState = { phase: 'closed', error: null, setAside: null, bytes: null };

/**
 * Opens the store of whoever is signed in, under the rules of its key (behaviour, "Reading"): a
 * key is made once an identity and never while a store file lies there; a file is set aside only
 * where its key is present and it still can't be read, one that is gone is told of; a locked
 * keychain locks the store. One at a time; calls run one after another.
 */
export class StoreKeeper {
  readonly #options: StoreKeeperOptions;
  readonly #notes: StoreNotes;
  readonly #feed = new Feed<StoreState>();
  readonly #serial = new Serial();
  #state = CLOSED;
  #owner: StoreOwner | null = null;
  #store: Store | null = null;
  #cancelMeasure: (() => void) | null = null;
  /** Identities whose store another copy had open when it was last tried. */
  readonly #elsewhere = new Set<string>();

  constructor(options: StoreKeeperOptions) {
    this.#options = options;
    this.#notes = new StoreNotes(options.files);
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

  /** Tries again, after the keychain was unlocked, room was made or the other copy closed. */
  retry(): Promise<Store | null> {
    return this.#serial.run(async () => {
      if (this.#owner === null || this.#store !== null) return this.#store;
      return this.#open(this.#owner);
    });
  }

  /**
   * A person decides to go on without a store whose key is gone: its file is set aside with a
   * note of the account of its key, and a new one begins under a key of its own.
   * @throws FleetdeskError where the keychain is locked or the file can't be moved
   */
  startAnew(): Promise<Store | null> {
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
        const account = note?.account ?? keyAccount(identity, 1);
        if (await this.#options.stores.exists(identity)) await this.#setAside(owner, account, true);
        await this.#makeKey(owner, nextKeyAccount(identity, account));
      } catch (caught) {
        const { error } = this.#refuse(caught);
        throw new FleetdeskError(error ?? storeClosedError().error, { cause: caught });
      }
      return this.#open(owner);
    });
  }

  /** A person has seen what became of a store; where another one is to be told of, it is now. */
  acknowledge(): Promise<void> {
    return this.#serial.run(async () => {
      const owner = this.#owner;
      const seen = this.#state.setAside;
      if (owner === null || seen === null) return;
      await this.#changeAsides(owner.identity, (aside) => ({
        ...aside,
        isSeen: aside.isSeen || (aside.fileName === seen.fileName && aside.at === seen.at),
      }));
      this.#change({ setAside: await this.#unseen(owner.identity) });
    });
  }

  /** Ends all work on the store after what was asked of it, and lets go of its file. */
  close(): Promise<void> {
    return this.#serial.run(async () => {
      await this.#close();
      this.#owner = null;
      this.#change(CLOSED);
    });
  }

  /** Closes the store and removes it for good, with its key and what was set aside of it. */
  erase(): Promise<void> {
    return this.#serial.run(async () => {
      const owner = this.#owner;
      await this.#close();
      this.#owner = null;
      this.#change(CLOSED);
      if (owner?.storage) await this.#erase(owner.identity);
    });
  }

  /** Removes for good what was kept of all who signed in by a saved connection. */
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
      if (owner.storage === null) {
        this.#store = await stores.openInMemory();
        this.#change({ phase: 'inMemory' });
        return this.#store;
      }
      const store = await this.#openFile(owner);
      this.#store = store;
      await this.#recover(owner, store);
      this.#change({ phase: 'open', setAside: await this.#unseen(owner.identity) });
      await this.#measure(store);
      return store;
    } catch (caught) {
      await this.#close();
      if (this.#refuse(caught).phase === 'inUse') this.#elsewhere.add(owner.identity);
      return null;
    }
  }

  async #openFile(owner: StoreOwner): Promise<Store> {
    const { identity } = owner;
    const keys = await this.#keys(owner);
    await this.#takeStock(identity, keys[0]?.account ?? null);
    for (const found of keys) {
      try {
        return await this.#openWith(owner, found);
      } catch (caught) {
        if (!(caught instanceof StoreFailure) || caught.kind !== 'damaged') throw caught;
      }
    }
    const [found] = keys;
    if (found === undefined) {
      const account = (await this.#notes.of(identity))?.account ?? keyAccount(identity, 1);
      return this.#openWith(owner, await this.#makeKey(owner, account));
    }
    // The key stays the same, so that what was set aside can be read later.
    await this.#note(owner, { account: found.account });
    await this.#setAside(owner, found.account, false);
    return this.#openWith(owner, found);
  }

  async #openWith(owner: StoreOwner, { account, key }: FoundKey): Promise<Store> {
    const store = await this.#options.stores.open(owner.identity, key);
    try {
      await this.#note(owner, { account, hasFile: true });
      return store;
    } catch (caught) {
      await store.close();
      throw caught;
    }
  }

  /**
   * Notes what became of the last file where that is not noted yet: before another one is made in
   * its place, so that it is told of even if this run ends there.
   */
  async #takeStock(identity: string, keyIn: string | null): Promise<void> {
    const { stores } = this.#options;
    const note = await this.#notes.of(identity);
    const account = keyIn ?? note?.account ?? keyAccount(identity, 1);
    const known = new Set(note?.asides.map(({ fileName }) => fileName));
    const unnoted = (await stores.setAsides(identity)).filter((name) => !known.has(name));
    for (const fileName of unnoted) {
      await this.#noteAside(identity, { fileName, account, isChosen: false });
    }
    // Without a note, a key says that there was a file.
    const hadFile = note === null ? keyIn !== null : note.hasFile;
    if (!hadFile || unnoted.length > 0 || (await stores.exists(identity))) return;
    await this.#noteAside(identity, { fileName: null, account, isChosen: false });
  }

  /**
   * The keys to try, the likeliest first; none where this identity has no store yet.
   * @throws KeychainFailure, FleetdeskError `store-damaged`/`key-missing`
   */
  async #keys({ identity, storage }: StoreOwner): Promise<FoundKey[]> {
    if (storage === null) return [];
    const { keychain } = storage;
    const note = await this.#notes.of(identity);
    if (note !== null) {
      const { account } = note;
      const key = await readKey(keychain, account);
      if (key !== null) return [{ account, key }];
    } else {
      const keys = await findKeys(keychain, identity);
      if (keys.length > 0) return keys;
    }
    const hasFile = await this.#options.stores.exists(identity);
    if (hasFile || note !== null) {
      if (!(await givesOut(storage))) throw lockedKeyFailure();
      if (hasFile) throw missingKeyError();
    }
    return [];
  }

  async #makeKey(owner: StoreOwner, account: string): Promise<FoundKey> {
    const key = this.#options.stores.newKey();
    if (owner.storage === null) throw storeClosedError();
    // Noted first: a key of which nothing is noted stands for a file that was made under it.
    await this.#note(owner, { account });
    await writeKey(owner.storage.keychain, account, key);
    return { account, key };
  }

  async #setAside({ identity }: StoreOwner, account: string, isChosen: boolean): Promise<void> {
    const fileName = await this.#options.stores.setAside(identity);
    await this.#noteAside(identity, { fileName, account, isChosen });
  }

  async #noteAside(
    identity: string,
    found: Pick<AsideNote, 'fileName' | 'account' | 'isChosen'>,
  ): Promise<void> {
    const at = this.#options.clock.now();
    const aside = { ...found, at, recovered: null, isSeen: false };
    await this.#notes.change(identity, (note) => ({
      ...note,
      asides: [...note.asides, aside],
      hasFile: false,
    }));
  }

  /** Takes over what was not sent from files that were set aside, once their keys are there. */
  async #recover({ identity, storage }: StoreOwner, store: Store): Promise<void> {
    const { stores } = this.#options;
    if (storage === null) return;
    for (const aside of (await this.#notes.of(identity))?.asides ?? []) {
      if (aside.recovered !== null || aside.fileName === null) continue;
      const key = await readKey(storage.keychain, aside.account).catch(() => null);
      if (key === null) continue;
      // What can't be taken over now is tried again next time, maybe with another key in the
      // keychain: the store itself is sound.
      const recovered = await stores.recover(aside.fileName, key, store).catch(() => null);
      if (recovered === null) continue;
      await this.#changeAsides(identity, (each) =>
        each.fileName === aside.fileName ? { ...each, recovered } : each,
      );
    }
  }

  async #unseen(identity: string): Promise<StoreState['setAside']> {
    const asides = (await this.#notes.of(identity))?.asides.filter(({ isSeen }) => !isSeen) ?? [];
    // Of several, the one of which something waits for a decision.
    const aside = asides.findLast(({ recovered }) => recovered) ?? asides.at(-1);
    if (aside === undefined) return null;
    const { fileName, at, isChosen, recovered } = aside;
    return { fileName, at, isChosen, recovered };
  }

  /** Notes under which account the key lies, and whether a file was made with it. */
  async #note(
    { identity, connectionId }: StoreOwner,
    change: Pick<StoreNote, 'account'> & Partial<StoreNote>,
  ): Promise<void> {
    await this.#notes.change(identity, (note) => ({
      ...note,
      ...change,
      connectionIds: [...new Set([...note.connectionIds, connectionId])],
    }));
  }

  async #changeAsides(identity: string, change: (aside: AsideNote) => AsideNote): Promise<void> {
    await this.#notes.change(identity, (note) => ({ ...note, asides: note.asides.map(change) }));
  }

  async #close(): Promise<void> {
    this.#cancelMeasure?.();
    this.#cancelMeasure = null;
    const store = this.#store;
    this.#store = null;
    await store?.close();
  }

  /** The file before its key: a key without a file is no harm, a file without its key is lost. */
  async #erase(identity: string): Promise<void> {
    // Another copy goes on with its file; what it has open is not ours to remove.
    if (this.#elsewhere.has(identity)) return;
    const { stores, keychain, passphrases } = this.#options;
    // What is gone from here on is gone on purpose, wherever this run ends: nothing is told of it.
    const { account, asides } = await this.#notes.change(identity, (note) => ({
      ...note,
      asides: note.asides.map((aside) => ({ ...aside, isSeen: true })),
      hasFile: false,
    }));
    await stores.erase(identity);
    let areRemoved = true;
    for (const each of new Set([account, ...asides.map((aside) => aside.account)])) {
      const wasUnderPassphrase = await passphrases.discard(each);
      // Without its file a key that a locked keychain keeps opens nothing.
      const wasInKeychain = await keychain.remove(each).catch(() => false);
      if (!wasUnderPassphrase && !wasInKeychain) areRemoved = false;
    }
    // A key that is left must not stand for a file that was lost.
    const rest = { account, connectionIds: [], asides: [], hasFile: false };
    await this.#notes.keep(identity, areRemoved ? null : rest);
  }

  async #measure(store: Store): Promise<void> {
    const bytes = await store.size().catch(() => null);
    if (store !== this.#store) return;
    if (bytes !== this.#state.bytes) this.#change({ bytes });
    this.#cancelMeasure = this.#options.clock.after(MEASURE_AFTER, () => {
      void this.#measure(store);
    });
  }

  #refuse(caught: unknown): StoreState {
    this.#change({ ...obstacleOf(caught), bytes: null });
    return this.#state;
  }

  #change(change: Partial<StoreState>): void {
    this.#state = { ...this.#state, ...change };
    this.#feed.publish(this.#state);
  }
}
