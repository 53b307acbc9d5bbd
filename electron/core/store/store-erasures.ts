import { FleetdeskError, type AppError } from '@contract/errors';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Stores } from '../ports/stores';
import { lockedKeyFailure, storeErrorOf } from './store-errors';
import { readKey } from './store-key';
import { NOTHING, type ErasingWish, type StoreNotes } from './store-notes';

/** What store erasures need. */
export interface StoreErasuresOptions {
  stores: Stores;
  keychain: Keychain;
  passphrases: PassphraseKeychains;
  notes: StoreNotes;
}

/**
 * Removes stores for good. What is left of one, since the system held a file or the run ended, is
 * noted: the next run goes on with it, unless its owner signs in before. So is a wish to erase,
 * before the sign-out that it comes with.
 */
export class StoreErasures {
  readonly #options: StoreErasuresOptions;
  /** By identity: what kept something from being removed. */
  readonly #unerased = new Map<string, AppError>();

  constructor(options: StoreErasuresOptions) {
    this.#options = options;
  }

  /** What kept something from being erased; null where nothing that was to be erased is left. */
  get error(): AppError | null {
    const [error = null] = this.#unerased.values();
    return error;
  }

  /**
   * Removes an identity's store, with its key and what was set aside of it; it has to be closed.
   * @throws FleetdeskError where something could not be removed
   */
  erase(identity: string): Promise<void> {
    return this.#attempt(identity, () => this.#erase(identity));
  }

  /** Goes on with what failed, or what a run before left undone; what fails again is in `error`. */
  async tryAgain(): Promise<void> {
    const { notes } = this.#options;
    const noted = await notes.erasing();
    const wished = new Set(await notes.wished());
    for (const identity of new Set([...this.#unerased.keys(), ...noted])) {
      const again = wished.has(identity) ? this.#eraseWished(identity) : this.erase(identity);
      await again.catch(() => undefined);
    }
  }

  /**
   * Notes that an identity's store is to be erased once its owner is signed out, so that the next
   * run does it where this one ends before; a store of which nothing is noted is left alone.
   */
  async wish(identity: string, wish: ErasingWish): Promise<void> {
    await this.#options.notes.edit(identity, (note) =>
      Promise.resolve({ ...note, wish, hasFile: false }),
    );
  }

  /**
   * Does what was wished for at sign-outs that a run before did not survive. Their owners must not
   * be signed in. What fails is in `error`.
   */
  async eraseWished(): Promise<void> {
    for (const identity of await this.#options.notes.wished()) {
      await this.#eraseWished(identity).catch(() => undefined);
    }
  }

  /** Who signs in again has their data in use again: they are no longer to be erased. */
  async giveUp(identity: string): Promise<void> {
    const { notes, stores } = this.#options;
    this.#unerased.delete(identity);
    await notes.edit(identity, async (note) => ({
      ...note,
      isErasing: false,
      wish: null,
      hasFile: note.hasFile || (note.wish !== null && (await stores.exists(identity))),
    }));
  }

  async #attempt(identity: string, erase: () => Promise<void>): Promise<void> {
    try {
      await erase();
      this.#unerased.delete(identity);
    } catch (caught) {
      const error = storeErrorOf(caught);
      this.#unerased.set(identity, error);
      throw new FleetdeskError(error, { cause: caught });
    }
  }

  #eraseWished(identity: string): Promise<void> {
    return this.#attempt(identity, async () => {
      const { notes, stores } = this.#options;
      const note = await notes.of(identity);
      if (note === null) return;
      const mayHold = note.wish === 'unless-unsent' && (await stores.exists(identity));
      if (mayHold && (await this.#keepUnsent(identity, note.account))) await this.giveUp(identity);
      else await this.#erase(identity);
    });
  }

  /** What is unsent stays, without all else; answers whether there is any. */
  async #keepUnsent(identity: string, account: string): Promise<boolean> {
    const { stores, keychain } = this.#options;
    // One under a passphrase is out of reach until its owner signs in, like one that is locked.
    const key = await readKey(keychain, account);
    if (key === null) throw lockedKeyFailure();
    const store = await stores.open(identity, key);
    try {
      if ((await store.openEntries()).length === 0) return false;
      await store.eraseCached();
      return true;
    } finally {
      await store.close();
    }
  }

  /** The file before its key: a key without a file is no harm, a file without its key is lost. */
  async #erase(identity: string): Promise<void> {
    const { stores, keychain, passphrases, notes } = this.#options;
    // What is gone from here on is gone on purpose, wherever this run ends: it is not reported.
    const { account, asides } = await notes.change(identity, (note) => ({
      ...note,
      asides: note.asides.map((aside) => ({ ...aside, isSeen: true })),
      hasFile: false,
      isErasing: true,
      wish: null,
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
    await notes.keep(identity, areRemoved ? null : { ...NOTHING, account });
  }
}
