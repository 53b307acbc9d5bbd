import type { Store } from '../ports/store';
import { StoreFailure, type Stores } from '../ports/stores';
import type { TokenStorage } from '../session/token-storage';
import type { StoreAsides } from './store-asides';
import { lockedKeyFailure, missingKeyError, storeClosedError } from './store-errors';
import {
  findKeys,
  freeAccount,
  givesOut,
  keyAccount,
  otherKeys,
  readKey,
  writeKey,
  type FoundKey,
  type KeySearch,
} from './store-key';
import type { StoreNote, StoreNotes } from './store-notes';

/** Whose store. */
export interface StoreOwner {
  readonly identity: string;
  /** Where the tokens are, and so the store key; null: nothing of this session is to stay. */
  readonly storage: TokenStorage | null;
  readonly connectionId: string;
}

const NO_KEYS: KeySearch = { keys: [], closed: null };

/** The store files of identities and their keys: finds what belongs together, makes what is missing. */
export class KeyedFiles {
  readonly #stores: Stores;
  readonly #notes: StoreNotes;
  readonly #asides: StoreAsides;

  constructor(stores: Stores, notes: StoreNotes, asides: StoreAsides) {
    this.#stores = stores;
    this.#notes = notes;
    this.#asides = asides;
  }

  /**
   * Opens an identity's file with its key; both are made where it has none yet. A file that none of
   * its keys can read is set aside.
   * @throws StoreFailure, KeychainFailure, FleetdeskError `store-damaged`/`key-missing`
   */
  async open(owner: StoreOwner): Promise<Store> {
    const { identity, storage } = owner;
    if (storage === null) throw storeClosedError();
    const note = await this.#notes.of(identity);
    const { keys, closed } = await this.#keys(owner, storage, note);
    const [found] = keys;
    await this.#asides.takeStock(identity, found?.account ?? null, false);
    // Where nothing is here, the keys are those of another settings folder, for it to remove.
    if (found === undefined || (note === null && !(await this.#asides.liesAny(identity)))) {
      const from = note?.account ?? keyAccount(identity, 1);
      return this.#openWith(owner, await this.makeKey(owner, from));
    }
    const store = await this.#openWithAny(owner, keys);
    if (store !== null) return store;
    // The file is of the newest key, and that one is not given out.
    if (closed !== null) throw closed;
    // Where the notes are older than the file, its key is another one.
    const others = note && (await otherKeys(storage.keychain, identity, found.account));
    const other = others && (await this.#openWithAny(owner, others));
    if (other !== null) return other;
    // The key stays the same, so that what was set aside can be read later.
    await this.#note(owner, { account: found.account });
    await this.#asides.setAside(identity, found.account, false);
    return this.#openWith(owner, found);
  }

  /** Null where the file can't be read with any of the keys. */
  async #openWithAny(owner: StoreOwner, keys: readonly FoundKey[]): Promise<Store | null> {
    for (const found of keys) {
      try {
        return await this.#openWith(owner, found);
      } catch (caught) {
        if (!(caught instanceof StoreFailure) || caught.kind !== 'damaged') throw caught;
      }
    }
    return null;
  }

  async #openWith(owner: StoreOwner, { account, key }: FoundKey): Promise<Store> {
    const store = await this.#stores.open(owner.identity, key);
    try {
      await this.#note(owner, { account, hasFile: true });
      return store;
    } catch (caught) {
      await store.close();
      throw caught;
    }
  }

  /**
   * The keys to try, the likeliest first; none where this identity has no store yet.
   * @throws KeychainFailure, FleetdeskError `store-damaged`/`key-missing`
   */
  async #keys(
    { identity }: StoreOwner,
    storage: TokenStorage,
    note: StoreNote | null,
  ): Promise<KeySearch> {
    if (note === null) {
      const found = await findKeys(storage.keychain, identity);
      if (found.keys.length > 0) return found;
    } else {
      const { account } = note;
      const key = await readKey(storage.keychain, account);
      if (key !== null) return { keys: [{ account, key }], closed: null };
    }
    const hasFile = await this.#stores.exists(identity);
    if (hasFile || note !== null) {
      if (!(await givesOut(storage))) throw lockedKeyFailure();
      if (hasFile) throw missingKeyError();
    }
    return NO_KEYS;
  }

  /** Makes a key at the first account, from a given one on, at which it costs no other its place. */
  async makeKey(owner: StoreOwner, from: string): Promise<FoundKey> {
    const { identity, storage } = owner;
    if (storage === null) throw storeClosedError();
    const { keychain } = storage;
    const asides = (await this.#notes.of(identity))?.asides ?? [];
    const taken = asides.flatMap((aside) => (aside.fileName === null ? [] : [aside.account]));
    const account = await freeAccount(keychain, identity, from, new Set(taken));
    const key = this.#stores.newKey();
    // Noted first: a key of which nothing is noted stands for a file that was made under it.
    await this.#note(owner, { account });
    await writeKey(keychain, account, key);
    return { account, key };
  }

  /** Notes under which account the key is, and whether a file was made with it. */
  async #note(
    { identity, connectionId }: StoreOwner,
    change: Pick<StoreNote, 'account'> & Partial<StoreNote>,
  ): Promise<void> {
    await this.#notes.change(identity, (note) => ({
      ...note,
      ...change,
      // A wish that came while it opened holds.
      hasFile: (change.hasFile ?? note.hasFile) && note.wish === null,
      connectionIds: [...new Set([...note.connectionIds, connectionId])],
    }));
  }
}
