import type { BudgetState } from '@contract/budget';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Digest } from '../ports/digest';
import type { SharedFiles } from '../ports/shared-files';
import type { AccountHistory } from './account-options';
import { BudgetAccount } from './budget-account';
import type { RestPace } from './rest-pace';

/** Requests a minute that are never used, against the unknown between here and the service. */
const RESERVE = 2;

/** Requests a minute for tests of connections, at one origin. */
const TEST_LIMIT = 6;

/** The public API's limit (*Limits*), shown while nobody is signed in. */
const DOCUMENTED_LIMIT = 50;

/** Shortest time between two states that are published, milliseconds. */
const PUBLISH_INTERVAL = 250;
/** The same where only the requests of the last minute are others: they change at every look. */
const USED_INTERVAL = 1_000;
/** While nobody is at work. A touch tells it at once. */
const USED_AT_REST = 60_000;

/** What a request budget needs. */
export interface RequestBudgetOptions {
  clock: Clock;
  /** Where the ledgers are kept. */
  ledgers: SharedFiles;
  digest: Digest;
}

/** Whose requests count together: the service limits by them. */
export interface AccountKey {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly publicKey: string;
}

/** How an account is opened. */
export interface AccountTerms {
  /** Requests that the service allows in a minute (`limits.perMinute` of the profile). */
  readonly perMinute: number;
  /** This office's part of them, or null for all but the reserve. */
  readonly share: number | null;
  readonly history: AccountHistory;
}

/**
 * The request budget of the whole app, one account for each origin and public key. One for the
 * life of the process (behaviour: "Request budget").
 */
export class RequestBudget {
  readonly #options: RequestBudgetOptions;
  readonly #accounts = new Map<string, Promise<BudgetAccount>>();
  readonly #feed = new Feed<BudgetState>('the budget');
  #active: BudgetAccount | null = null;
  #inputAt = -Infinity;
  #publishedAt = -Infinity;
  #publishAt = Infinity;
  #cancelPublish: (() => void) | null = null;
  #told: BudgetState | null = null;

  constructor(options: RequestBudgetOptions) {
    this.#options = options;
  }

  /** The budget of the active account, for the status bar. */
  state(): BudgetState {
    const { isShared } = this.#options.ledgers;
    if (this.#active) return { ...this.#active.state(), isShared };
    const limit = DOCUMENTED_LIMIT - RESERVE;
    return { limit, used: 0, queued: 0, isShared, pausedUntil: null, pause: null };
  }

  /** The computer has a network again: one request tries whether the service can be reached. */
  tryLink(): void {
    this.#active?.tryLink();
  }

  /** A person touched mouse or keys: slots are kept for what comes next, and lent later on. */
  noteInput(): void {
    const wasAtRest = this.isAtRest();
    this.#inputAt = this.#options.clock.monotonic();
    if (wasAtRest) this.#publish();
  }

  /** Nobody is at work: no mouse, no keys, and nothing that a person waits for, for a minute. */
  isAtRest(): boolean {
    return this.#active?.isAtRest === true;
  }

  /** What is left to positions while nobody is at work; null while somebody is. */
  looksAtRest(): RestPace | null {
    return this.#active?.leftAtRest('live') ?? null;
  }

  /** Gets the state whenever it changes, at most four times a second. */
  subscribe(listener: (state: BudgetState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** The name under which an account's requests are kept; it gives neither part away. */
  fingerprint({ origin, publicKey }: AccountKey): string {
    return this.#options.digest.sha256(`${origin}\n${publicKey}`);
  }

  /** Requests a minute under given terms: the share, at most all but the reserve. */
  limitOf({ perMinute, share }: Pick<AccountTerms, 'perMinute' | 'share'>): number {
    return Math.min(share ?? Infinity, perMinute - RESERVE);
  }

  /** The account of an origin and public key. The first call sets the terms. */
  account(key: AccountKey, terms: AccountTerms): Promise<BudgetAccount> {
    const fingerprint = this.fingerprint(key);
    let account = this.#accounts.get(fingerprint);
    if (account === undefined) {
      const { history } = terms;
      // A service that ends with this run has no ledger.
      const name = history === 'fresh' ? 'passing' : fingerprint;
      account = this.#open(name, this.limitOf(terms), history).then(async (opened) => {
        // The service has seen the tests that came before the first sign-in.
        if (history !== 'fresh') opened.countAlso(await this.testAccount(key.origin));
        return opened;
      });
      this.#accounts.set(fingerprint, account);
    }
    return account;
  }

  /** Whether requests were sent under this key, from this start of Fleetdesk or another one. */
  async isUsed(key: AccountKey): Promise<boolean> {
    const fingerprint = this.fingerprint(key);
    if (this.#accounts.has(fingerprint)) return true;
    const ledger = this.#options.ledgers.read(ledgerName(fingerprint));
    // What can't be read was written once.
    return (await ledger.catch(() => 'unreadable')) !== null;
  }

  /**
   * The account for tests of connections at an origin, whatever public key they carry. Origins
   * share sixteen ledgers, so that tests of many of them neither fill the disk nor escape the limit.
   */
  testAccount(origin: string): Promise<BudgetAccount> {
    const name = this.#testName(origin);
    const account = this.#accounts.get(name) ?? this.#open(name, TEST_LIMIT, 'new');
    this.#accounts.set(name, account);
    return account;
  }

  #testName(origin: string): string {
    return `tests-${this.#options.digest.sha256(origin).slice(0, 1)}`;
  }

  /** Which account the state is about; null for none. */
  show(account: BudgetAccount | null): void {
    this.#active = account;
    this.#publish();
  }

  /** Writes what the ledgers still owe; call it before the process ends. */
  async close(): Promise<void> {
    this.#cancelPublish?.();
    const accounts = await Promise.all(this.#accounts.values());
    await Promise.all(accounts.map((account) => account.close()));
  }

  async #open(name: string, limit: number, history: AccountHistory): Promise<BudgetAccount> {
    const { clock, ledgers: files } = this.#options;
    const account: BudgetAccount = new BudgetAccount({
      clock,
      files,
      ledger: ledgerName(name),
      limit,
      inputAt: () => this.#inputAt,
      onChange: () => {
        if (account === this.#active) this.#publish();
      },
    });
    await account.open(history);
    return account;
  }

  #publish(): void {
    const { clock } = this.#options;
    const isAsked = (by: number) => this.#cancelPublish !== null && this.#publishAt <= by;
    if (isAsked(this.#publishedAt + PUBLISH_INTERVAL)) return;
    const usedInterval = this.isAtRest() ? USED_AT_REST : USED_INTERVAL;
    const at = this.#publishedAt + (this.#isUsedAlone() ? usedInterval : PUBLISH_INTERVAL);
    if (isAsked(at)) return;
    this.#cancelPublish?.();
    this.#cancelPublish = null;
    const wait = at - clock.monotonic();
    if (wait <= 0) {
      this.#publishNow();
      return;
    }
    this.#publishAt = at;
    this.#cancelPublish = clock.after(Math.ceil(wait), () => {
      this.#cancelPublish = null;
      this.#publishNow();
    });
  }

  /** Whether nothing else changed than how many requests the last minute holds. */
  #isUsedAlone(): boolean {
    if (this.#told === null) return false;
    const { used } = this.#told;
    return isSame(this.#told, { ...this.state(), used });
  }

  #publishNow(): void {
    const state = this.state();
    if (this.#told !== null && isSame(this.#told, state)) return;
    this.#publishedAt = this.#options.clock.monotonic();
    this.#told = state;
    this.#feed.publish(state);
  }
}

function isSame(one: BudgetState, other: BudgetState): boolean {
  return (Object.keys(other) as (keyof BudgetState)[]).every((key) => one[key] === other[key]);
}

function ledgerName(account: string): string {
  return `budget/${account}.json`;
}
