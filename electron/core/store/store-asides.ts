import type { StoreState } from '@contract/store';
import type { Clock } from '../ports/clock';
import type { Keychain } from '../ports/keychain';
import type { Store } from '../ports/store';
import type { Stores } from '../ports/stores';
import { keyAccount, otherKeys, readKey, type FoundKey } from './store-key';
import type { AsideNote, StoreNotes } from './store-notes';

/** What is reported of a store that is no longer in use. */
type SetAside = NonNullable<StoreState['setAside']>;

/** What store asides need. */
export interface StoreAsidesOptions {
  stores: Stores;
  clock: Clock;
  notes: StoreNotes;
}

/**
 * The store files that are no longer in use: notes what became of them, takes over what was not
 * sent, and knows what is to be reported to a person.
 */
export class StoreAsides {
  readonly #options: StoreAsidesOptions;

  constructor(options: StoreAsidesOptions) {
    this.#options = options;
  }

  /**
   * Notes what became of the last file where that is not noted yet: before another one is made in
   * its place, so that it is reported even if this run ends there.
   * @param keyIn the account of the key that was found; null for none
   * @param isChosen a person starts over in the place of what is aside
   */
  async takeStock(identity: string, keyIn: string | null, isChosen: boolean): Promise<void> {
    const { stores, notes } = this.#options;
    const note = await notes.of(identity);
    const account = keyIn ?? note?.account ?? keyAccount(identity, 1);
    const known = new Set(note?.asides.map(({ fileName }) => fileName));
    const unnoted = (await stores.setAsides(identity)).filter((name) => !known.has(name));
    for (const fileName of unnoted) await this.#note(identity, { fileName, account, isChosen });
    // Without a note, a key says that there was a file: here, or in another settings folder.
    const hadFile = note?.hasFile ?? (keyIn !== null && (await stores.wereKept()));
    if (!hadFile || unnoted.length > 0 || (await stores.exists(identity))) return;
    await this.#note(identity, { fileName: null, account, isChosen: false });
  }

  /** Whether a file of an identity is here, in use or aside. */
  async liesAny(identity: string): Promise<boolean> {
    const { stores } = this.#options;
    return (await stores.exists(identity)) || (await stores.setAsides(identity)).length > 0;
  }

  /** Sets an identity's file aside and notes the account of its key. */
  async setAside(identity: string, account: string, isChosen: boolean): Promise<void> {
    const fileName = await this.#options.stores.setAside(identity);
    await this.#note(identity, { fileName, account, isChosen });
  }

  /** Takes over what was not sent from files that were set aside, once their keys are there. */
  async recover(identity: string, keychain: Keychain, store: Store): Promise<void> {
    const note = await this.#options.notes.of(identity);
    if (note === null) return;
    let others: readonly FoundKey[] | null = null;
    for (const { account, fileName, recovered } of note.asides) {
      if (recovered !== null || fileName === null) continue;
      const key = await readKey(keychain, account).catch(() => null);
      const own = key === null ? [] : [{ account, key }];
      if (await this.#takeOver(identity, fileName, own, store)) continue;
      // Where notes were lost, the account is a guess; the key in use is never the one meant.
      others ??= await otherKeys(keychain, identity, note.account);
      const rest = others.filter((other) => other.account !== account);
      await this.#takeOver(identity, fileName, rest, store);
    }
  }

  /** What is to be reported to a person next; null for nothing. */
  async unseen(identity: string): Promise<SetAside | null> {
    const note = await this.#options.notes.of(identity);
    const asides = note?.asides.filter(({ isSeen }) => !isSeen) ?? [];
    // Of several, the one of which something waits for a decision.
    const aside = asides.findLast(({ recovered }) => recovered) ?? asides.at(-1);
    if (aside === undefined) return null;
    const { fileName, at, isChosen, recovered } = aside;
    return { fileName, at, isChosen, recovered };
  }

  /** A person has seen what became of a store. */
  async see(identity: string, seen: SetAside): Promise<void> {
    await this.#change(identity, (aside) => ({
      ...aside,
      isSeen: aside.isSeen || (aside.fileName === seen.fileName && aside.at === seen.at),
    }));
  }

  /** Answers whether anything could be read with one of the keys. */
  async #takeOver(
    identity: string,
    fileName: string,
    keys: readonly FoundKey[],
    store: Store,
  ): Promise<boolean> {
    for (const { account, key } of keys) {
      // What can't be taken over now is tried again next time, maybe with another key in the
      // keychain: the store itself is sound.
      const recovered = await this.#options.stores.recover(fileName, key, store).catch(() => null);
      if (recovered === null) continue;
      await this.#change(identity, (each) =>
        each.fileName === fileName ? { ...each, account, recovered } : each,
      );
      return true;
    }
    return false;
  }

  async #note(
    identity: string,
    found: Pick<AsideNote, 'fileName' | 'account' | 'isChosen'>,
  ): Promise<void> {
    const at = this.#options.clock.now();
    const aside = { ...found, at, recovered: null, isSeen: false };
    await this.#options.notes.change(
      identity,
      (note) => ({ ...note, asides: [...note.asides, aside], hasFile: false }),
      found.account,
    );
  }

  async #change(identity: string, change: (aside: AsideNote) => AsideNote): Promise<void> {
    await this.#options.notes.change(identity, (note) => ({
      ...note,
      asides: note.asides.map(change),
    }));
  }
}
