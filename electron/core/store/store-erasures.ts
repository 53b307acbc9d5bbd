import { FleetdeskError, type AppError } from '@contract/errors';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Stores } from '../ports/stores';
import { storeErrorOf } from './store-errors';
import { NOTHING, type StoreNotes } from './store-notes';

/** What store erasures need. */
export interface StoreErasuresOptions {
  stores: Stores;
  keychain: Keychain;
  passphrases: PassphraseKeychains;
  notes: StoreNotes;
}

/**
 * Removes stores for good. What is left of one, since the system held a file or the run ended, is
 * noted: the next run goes on with it, unless its owner signs in before.
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
  async erase(identity: string): Promise<void> {
    try {
      await this.#erase(identity);
      this.#unerased.delete(identity);
    } catch (caught) {
      const error = storeErrorOf(caught);
      this.#unerased.set(identity, error);
      throw new FleetdeskError(error, { cause: caught });
    }
  }

  /** Goes on with what failed, or what a run before left undone; what fails again is in `error`. */
  async tryAgain(): Promise<void> {
    const noted = await this.#options.notes.erasing();
    for (const identity of new Set([...this.#unerased.keys(), ...noted])) {
      await this.erase(identity).catch(() => undefined);
    }
  }

  /** Who signs in again has their data in use again: they are no longer to be erased. */
  async giveUp(identity: string): Promise<void> {
    const { notes } = this.#options;
    this.#unerased.delete(identity);
    const note = await notes.of(identity);
    if (note?.isErasing === true) await notes.keep(identity, { ...note, isErasing: false });
  }

  /** The file before its key: a key without a file is no harm, a file without its key is lost. */
  async #erase(identity: string): Promise<void> {
    const { stores, keychain, passphrases, notes } = this.#options;
    // What is gone from here on is gone on purpose, wherever this run ends: nothing is told of it.
    const { account, asides } = await notes.change(identity, (note) => ({
      ...note,
      asides: note.asides.map((aside) => ({ ...aside, isSeen: true })),
      hasFile: false,
      isErasing: true,
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
