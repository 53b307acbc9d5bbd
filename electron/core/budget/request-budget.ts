import type { BudgetState } from '@contract/budget';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Digest } from '../ports/digest';
import type { Files } from '../ports/files';

/** What a request budget needs. */
export interface RequestBudgetOptions {
  clock: Clock;
  files: Files;
  digest: Digest;
}

/** The request budget of the whole app. One for the life of the process. */
export class RequestBudget {
  readonly #options: RequestBudgetOptions;
  readonly #feed = new Feed<BudgetState>();

  constructor(options: RequestBudgetOptions) {
    this.#options = options;
  }

  /** The budget of the active connection, for the status bar. */
  state(): BudgetState {
    return { limit: 48, used: 0, queued: 0, pausedUntil: null, pause: null };
  }

  /** Gets the state whenever it changes, at most four times a second. */
  subscribe(listener: (state: BudgetState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Writes what the ledgers still owe; call it before the process ends. */
  close(): Promise<void> {
    void this.#options;
    return Promise.resolve();
  }
}
