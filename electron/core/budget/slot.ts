import { STRAY_TIME, WINDOW, type OpenSlot } from './slot-window';

/** What an account does for its slots. */
export interface SlotAccount {
  book(slot: OpenSlot, signal?: AbortSignal): Promise<void>;
  /** The request is over; the slot frees after `hold` milliseconds. */
  settle(slot: OpenSlot, hold: number): void;
  giveBack(slot: OpenSlot): void;
}

/** A slot of the budget, for one request. Exactly one of the ends is called. */
export class Slot {
  readonly #account: SlotAccount;
  readonly #open: OpenSlot;

  constructor(account: SlotAccount, open: OpenSlot) {
    this.#account = account;
    this.#open = open;
  }

  /**
   * Writes the request into the ledger; send it only once this resolved. It waits where another
   * process was faster. @throws FleetdeskError
   */
  book(signal?: AbortSignal): Promise<void> {
    return this.#account.book(this.#open, signal);
  }

  /** The answer is there, whatever it says. */
  answered(): void {
    this.#account.settle(this.#open, WINDOW);
  }

  /** It was sent, or may have been, and no answer will come any more. */
  lost(): void {
    this.#account.settle(this.#open, WINDOW + STRAY_TIME);
  }

  /** Nothing reached the service. */
  unsent(): void {
    this.#account.giveBack(this.#open);
  }
}
