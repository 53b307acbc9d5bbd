import { reportFault, tried } from '../faults';
import type { StoreKeeper } from '../store/store-keeper';
import type { ErasingWish } from '../store/store-notes';

/** What goes with a store that closes: where something waits in it to be sent, it may have to stay. */
export type Erasing = 'nothing' | ErasingWish;

/** Closes the store of a person who leaves, with what they wished for at their sign-out. */
export class LeavingStore {
  readonly #keeper: StoreKeeper;
  #wished: Erasing = 'nothing';

  constructor(keeper: StoreKeeper) {
    this.#keeper = keeper;
  }

  /** What goes with the store that closes next. */
  get wished(): Erasing {
    return this.#wished;
  }

  /** Nobody wishes for anything yet; answers what was wished for. */
  reset(): Erasing {
    const wished = this.#wished;
    this.#wished = 'nothing';
    return wished;
  }

  /**
   * Wishes for what goes with the store; noted while the tokens are there.
   * @param refuseNext throws where the one who wishes has left meanwhile
   */
  async wish(identity: string, wish: ErasingWish, refuseNext: () => void): Promise<void> {
    // On a full disk as well, who wants to leave can; only the next run would not know of it.
    const noted = this.#keeper.wishErasing(identity, wish);
    await tried('what is to be erased at the sign-out could not be noted', noted);
    refuseNext();
    this.#wished = wish;
  }

  /** What was noted is not wished for any more. */
  async takeBack(): Promise<void> {
    const noted = this.#keeper.giveUpErasing();
    await tried('what is not to be erased any more could not be noted', noted);
  }

  /** Carries out what an earlier run did not come to. */
  async eraseWished(): Promise<void> {
    const erased = this.#keeper.eraseWished();
    await tried('what was to be erased at a sign-out could not be looked for', erased);
  }

  /** Closes the store, with what was wished for at the sign-out. */
  async close(erasing: Erasing): Promise<void> {
    if (erasing === 'nothing') await this.takeBack();
    const isToStay =
      erasing === 'nothing' || (erasing === 'unless-unsent' && (await this.#keepUnsent()));
    await (isToStay ? this.#keeper.close() : this.#keeper.erase());
  }

  /** What was entered since it was wished for stays, without all else; answers whether there is any. */
  async #keepUnsent(): Promise<boolean> {
    const { store } = this.#keeper;
    try {
      if (store === null || (await store.openEntries()).length === 0) return false;
      await store.eraseCached();
      await this.takeBack();
    } catch (fault) {
      reportFault('what is cached could not be erased at the sign-out', fault);
    }
    return true;
  }
}
