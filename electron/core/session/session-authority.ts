import type { AppError } from '@contract/errors';
import type { KeychainState } from '@contract/session';
import type { Clock } from '../ports/clock';
import { KeychainFailure } from '../ports/keychain';
import type { TokenPair } from '../service/decoders/authentication';
import type { Sender } from '../service/sender';
import type { Authority } from '../service/authority';
import type { Target } from '../service/target';
import { logIn } from './log-in';
import type { RefreshJournal } from './refresh-journal';
import { Serial } from './serial';
import { stateOf, type TokenEntry } from './token-entry';
import { TokenKeeper } from './token-keeper';
import type { TokenStorage } from './token-storage';

/** What a running session needs. */
export interface SessionAuthorityOptions {
  clock: Clock;
  sender: Sender;
  target: Target;
  /** Null for a session in memory: the journal tells of the session that is kept. */
  journal: RefreshJournal | null;
  identity: string;
  username: string;
  entry: TokenEntry;
  /** Null for a session in memory. */
  storage: TokenStorage | null;
  isExpired: boolean;
  onExpired: (error: AppError) => void;
  /** The service refuses tokens that it has just issued, or takes them again. */
  onRefused: (isRefused: boolean) => void;
  /** A rotated pair was kept, or could not be kept for now. */
  onKeychain: (state: KeychainState) => void;
}

/** One session from sign-in or restart to its end. */
export class SessionAuthority implements Authority {
  readonly identity: string;
  readonly target: Target;
  readonly #options: SessionAuthorityOptions;
  readonly #end = new AbortController();
  readonly #endListeners = new Set<() => void>();
  readonly #keeper: TokenKeeper;
  /** So that an older pair is never written after, or taken for, a newer one. */
  readonly #writes = new Serial();
  /** What the keychain would not take yet. */
  #unstored: TokenEntry | null = null;

  constructor(options: SessionAuthorityOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.target = options.target;
    const { token, refreshToken, savedAt } = options.entry;
    this.#keeper = new TokenKeeper({
      clock: options.clock,
      sender: options.sender,
      target: options.target,
      journal: options.journal,
      pair: { token, refreshToken },
      savedAt,
      isExpired: options.isExpired,
      store: (pair) => this.#keep(pair),
      onExpired: options.onExpired,
      onRefused: options.onRefused,
    });
  }

  /** Where the tokens are kept; null for memory alone. */
  get storage(): TokenStorage | null {
    return this.#options.storage;
  }

  /** Why only the password helps; null while it is not needed. */
  get expiry(): AppError | null {
    return this.#keeper.expiry;
  }

  onEnd(listener: () => void): () => void {
    // A listener that comes after the end would wait for it in vain.
    if (this.#end.signal.aborted) listener();
    else this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  freshToken(): Promise<string> {
    return this.#keeper.freshToken();
  }

  isFresh(token: string): boolean {
    return this.#keeper.isFresh(token);
  }

  accept(token: string): void {
    this.#keeper.accept(token);
  }

  tokenAfter(refused: string): Promise<string> {
    return this.#keeper.tokenAfter(refused);
  }

  /** Signs in again with the password. @throws FleetdeskError */
  async renew(password: string): Promise<void> {
    const { sender, target, username } = this.#options;
    const { signal } = this.#end;
    await this.#keeper.renew(() => logIn(sender, target, { username, password }, signal));
  }

  /** Gives the keychain what it would not take before, after a person unlocked it. */
  storeAgain(): Promise<void> {
    return this.#writes.run(async () => {
      if (this.#unstored) await this.#store(this.#unstored);
    });
  }

  /** Ends all calls; resolves once nothing more will be stored. */
  async close(): Promise<void> {
    this.#end.abort();
    for (const listener of [...this.#endListeners]) listener();
    await this.#keeper.close();
  }

  #keep(pair: TokenPair): Promise<boolean> {
    const savedAt = this.#options.clock.now();
    const entry = { publicKey: this.target.publicKey, ...pair, savedAt };
    return this.#writes.run(() => this.#store(entry));
  }

  /**
   * A keychain that refuses must not cost the session: the service knows only the new pair by
   * now. It is kept in memory, and the state says so until the keychain takes it.
   */
  async #store(entry: TokenEntry): Promise<boolean> {
    const { storage, onKeychain } = this.#options;
    if (storage === null) return true;
    try {
      await storage.keychain.write(storage.account, JSON.stringify({ version: 1, ...entry }));
      this.#unstored = null;
      onKeychain('present');
      return true;
    } catch (caught) {
      this.#unstored = entry;
      onKeychain(caught instanceof KeychainFailure ? stateOf(caught) : 'unavailable');
      return false;
    }
  }
}
