import { FleetdeskError, type AppError } from '@contract/errors';
import { cancelledError } from '../cancelled';
import type { Clock } from '../ports/clock';
import { isLimitAlone } from '../service/call-failure';
import type { TokenPair } from '../service/decoders/authentication';
import type { Sender } from '../service/sender';
import type { Target } from '../service/target';
import type { RefreshJournal } from './refresh-journal';
import { lifeOf } from './token-life';

/** A refreshed token that is refused this soon is refused for another reason than its age. */
const YOUNG = 60_000;

/** A token that is refused so young is renewed this often without a pause, then after {@link YOUNG}. */
const MOST_HURRIED = 1;

/**
 * A refresh that may have met a fault of the service is tried again after this long, milliseconds:
 * while the access token still counts, and once more where it does not.
 */
const DOUBT_PAUSE = 15_000;
const LAST_PAUSE = 5_000;

/** How long an ending session waits for the answer to its refresh, milliseconds. */
const PARTING_TIME = 3_000;

/** After a refresh without answer, others fail with it for this long, milliseconds. */
const FAILURE_TIME = 2_000;

/** What a token keeper needs. */
export interface TokenKeeperOptions {
  clock: Clock;
  sender: Sender;
  target: Target;
  /** Null where no token outlives the process: the journal is about the one that does. */
  journal: RefreshJournal | null;
  pair: TokenPair;
  /** Wall clock at which the pair came, epoch milliseconds. */
  savedAt: number;
  /** The pair's refresh token had an answer already: only the password helps. */
  isExpired: boolean;
  /** Keeps a new pair where it outlives the process; answers whether it is safe. Never rejects. */
  store: (pair: TokenPair) => Promise<boolean>;
  /** The service refused to renew the session. */
  onExpired: (error: AppError) => void;
  /** The service refuses tokens that it has just issued, or takes them again. */
  onRefused: (isRefused: boolean) => void;
}

/**
 * Keeps the tokens of one session valid. One refresh at a time, noted before it is sent; the
 * rotated pair is stored before it is used; a refresh token that got an answer is never sent
 * again, unless it may have been a fault of the service. An answer that was lost is asked for once
 * more, refused then means expired.
 */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  readonly #end = new AbortController();
  #pair: TokenPair;
  /** Monotonic; null for a token that is good until a 401. */
  #refreshAt: number | null;
  /** Monotonic end of the access token, as far as is known. */
  #endsAt: number | null;
  /** Refreshes of this pair that may have met a fault. */
  #doubts = 0;
  /** Refreshes in a row that followed a refusal of a young token. */
  #hurried = 0;
  /** The last token that the service is known to have taken. */
  #accepted: string | null = null;
  #isRefused = false;
  #refreshedAt = -Infinity;
  #refreshing: Promise<string> | null = null;
  /** Settles, never rejects, once a sign-in with the password came to its end. */
  #renewing: Promise<void> | null = null;
  #failure: { error: AppError; until: number } | null = null;
  #expiry: AppError | null;
  #isClosing = false;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
    this.#pair = options.pair;
    this.#expiry = options.isExpired ? expiredError() : null;
    const { clock, savedAt } = options;
    const life = lifeOf(options.pair.token, savedAt);
    const receivedAt = clock.monotonic() - Math.max(0, clock.now() - savedAt);
    this.#refreshAt = life && receivedAt + life.refreshIn;
    this.#endsAt = life && receivedAt + life.endsIn;
  }

  /** Why the session can't be renewed without the password, or null. */
  get expiry(): AppError | null {
    return this.#expiry;
  }

  /** Whether a token may be sent now. */
  isFresh(token: string): boolean {
    return this.#expiry === null && token === this.#pair.token && !this.#isDue();
  }

  /** A valid token, refreshed first where it is due. @throws FleetdeskError */
  async freshToken(): Promise<string> {
    if (this.#expiry) throw new FleetdeskError(this.#expiry);
    if (this.#refreshing) return this.#refreshing;
    if (!this.#isDue()) return this.#pair.token;
    if (this.#renewing === null) return this.#refresh();
    await this.#renewing;
    return this.freshToken();
  }

  /** The token to try after one was refused with 401. @throws FleetdeskError */
  async tokenAfter(refused: string): Promise<string> {
    if (this.#expiry) throw new FleetdeskError(this.#expiry);
    if (this.#refreshing) return this.#refreshing;
    if (refused !== this.#pair.token) return this.#pair.token;
    if (this.#renewing !== null) {
      await this.#renewing;
      return this.tokenAfter(refused);
    }
    const now = this.#options.clock.monotonic();
    const isYoung = now - this.#refreshedAt < YOUNG;
    if (!isYoung) this.#hurried = 0;
    else if (this.#hurried >= MOST_HURRIED) throw this.#refuse(refused);
    else this.#hurried += 1;
    this.#endsAt = now;
    return this.#refresh();
  }

  /** The service took a token for a call, whatever it answered to the call itself. */
  accept(token: string): void {
    if (token !== this.#pair.token) return;
    this.#accepted = token;
    this.#tellRefused(false);
  }

  /**
   * Signs in again; the old pair is forgotten. A refresh under way ends first and none begins
   * meanwhile, since the journal knows one token and its outcome must not meet another's.
   * @param logIn asks the service for a pair. @throws FleetdeskError what `logIn` throws
   */
  async renew(logIn: () => Promise<TokenPair>): Promise<void> {
    const renewal = this.#renew(this.#refreshing, logIn);
    this.#renewing = renewal
      .catch(() => undefined)
      .finally(() => {
        this.#renewing = null;
      });
    return renewal;
  }

  /**
   * Ends; resolves once nothing more will be stored. A refresh under way gets a moment for its
   * answer: cut off, it would leave the next run with a token that the service has replaced.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    const refreshing = this.#refreshing?.catch(() => undefined);
    if (refreshing) {
      await new Promise<void>((resolve) => {
        const stop = this.#options.clock.after(PARTING_TIME, resolve);
        void refreshing.then(() => {
          stop();
          resolve();
        });
      });
    }
    this.#end.abort();
    await refreshing;
    await this.#renewing;
  }

  /** A token that was taken for other calls is refused for this one alone. */
  #refuse(token: string): FleetdeskError {
    if (this.#accepted !== token) this.#tellRefused(true);
    return new FleetdeskError({
      code: 'unauthenticated',
      message: 'The service refuses a token that it has just issued.',
      status: 401,
    });
  }

  #tellRefused(isRefused: boolean): void {
    if (this.#isRefused === isRefused) return;
    this.#isRefused = isRefused;
    this.#options.onRefused(isRefused);
  }

  #isDue(): boolean {
    return this.#refreshAt !== null && this.#options.clock.monotonic() >= this.#refreshAt;
  }

  #refresh(): Promise<string> {
    if (this.#isClosing) return Promise.reject(cancelledError());
    // Right after a failure the next one would only fail in the same way, at the cost of a request.
    const failure = this.#failure;
    if (failure && this.#options.clock.monotonic() < failure.until) {
      return Promise.reject(new FleetdeskError(failure.error));
    }
    this.#refreshing = this.#exchange().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #renew(refreshing: Promise<string> | null, logIn: () => Promise<TokenPair>): Promise<void> {
    await refreshing?.catch(() => undefined);
    const pair = await logIn();
    await this.#keep(pair);
    this.#expiry = null;
    this.#failure = null;
    this.#hurried = 0;
    this.#tellRefused(false);
    this.#use(pair);
  }

  async #exchange(): Promise<string> {
    const { journal } = this.#options;
    const { refreshToken } = this.#pair;
    const before = (await journal?.phaseOf(refreshToken)) ?? 'unused';
    await journal?.note(refreshToken, 'in-flight');
    let outcome = await this.#send();
    // The answer was lost: the service may have rotated the pair. Asking once more tells; one that
    // is overloaded is left alone until the next call.
    const asksAgain =
      !outcome.ok && outcome.fate === 'lost' && outcome.error.code !== 'rate-limited';
    if (asksAgain) outcome = await this.#send();
    if (!outcome.ok && outcome.fate === 'in-doubt') {
      this.#doubts += 1;
      if (this.#putOff()) return this.#pair.token;
      // The access token counts no more: a short fault is waited for, once.
      if (this.#doubts === 1) {
        await this.#pause(LAST_PAUSE);
        outcome = await this.#send();
      }
    }
    if (outcome.ok) return this.#rotate(refreshToken, outcome.pair);
    if (outcome.fate === 'lost' || outcome.fate === 'unused') {
      // A note that stays costs a question at worst; why there was no answer must not be lost for it.
      const wasUnsent = outcome.fate === 'unused' && before === 'unused';
      if (wasUnsent) await journal?.withdraw().catch(() => undefined);
      throw this.#fail(outcome.error);
    }
    await journal?.note(refreshToken, 'answered').catch(() => undefined);
    throw this.#expire({
      ...outcome.error,
      code: 'unauthenticated',
      reason: reasonOf(outcome.error),
    });
  }

  /** Goes on with the access token for a while; false where it counts no more. */
  #putOff(): boolean {
    const now = this.#options.clock.monotonic();
    if (this.#endsAt === null || now >= this.#endsAt) return false;
    this.#refreshAt = Math.min(now + DOUBT_PAUSE, this.#endsAt);
    return true;
  }

  /** Waits; an ending session does not. */
  #pause(time: number): Promise<void> {
    const { signal } = this.#end;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.#options.clock.after(time, end);
      signal.addEventListener('abort', end);
    });
  }

  /** The service knows only the new pair by now: nothing that fails here may lose it. */
  async #rotate(spent: string, pair: TokenPair): Promise<string> {
    await this.#options.journal?.note(spent, 'answered').catch(() => undefined);
    await this.#keep(pair);
    this.#refreshedAt = this.#options.clock.monotonic();
    this.#use(pair);
    return pair.token;
  }

  /** While the pair can't be kept, the keychain holds a spent token: the journal goes on saying so. */
  async #keep(pair: TokenPair): Promise<void> {
    const { journal, store } = this.#options;
    if (await store(pair)) await journal?.clear().catch(() => undefined);
  }

  #use(pair: TokenPair): void {
    const { clock } = this.#options;
    const life = lifeOf(pair.token, clock.now());
    const now = clock.monotonic();
    this.#pair = pair;
    this.#doubts = 0;
    this.#refreshAt = life && now + life.refreshIn;
    this.#endsAt = life && now + life.endsIn;
  }

  #fail(error: AppError): FleetdeskError {
    this.#failure = { error, until: this.#options.clock.monotonic() + FAILURE_TIME };
    return new FleetdeskError(error);
  }

  #expire(error: AppError): FleetdeskError {
    this.#expiry = error;
    this.#options.onExpired(error);
    return new FleetdeskError(error);
  }

  async #send(): Promise<RefreshOutcome> {
    const { sender, target } = this.#options;
    const { signal } = this.#end;
    const slot = await target.account.queue('session', { signal }).slot;
    const outcome = await sender.send({
      operation: 'authentication.refresh',
      input: { authToken: this.#pair.token, refreshToken: this.#pair.refreshToken },
      slot,
      target,
      signal,
    });
    if (outcome.ok) return { ok: true, pair: outcome.output as TokenPair };
    return { ok: false, error: outcome.error, fate: fateOfRefresh(outcome.fate, outcome.error) };
  }
}

type RefreshOutcome =
  { ok: true; pair: TokenPair } | { ok: false; error: AppError; fate: RefreshFate };

/** `in-doubt`: an answer that can mean refused tokens or a fault of the service. */
type RefreshFate = 'refused' | 'in-doubt' | 'lost' | 'unused';

/** Answers of something in between, which say nothing about the token. */
const GATEWAY_STATUSES = new Set([408, 502, 503, 504]);

function fateOfRefresh(fate: 'answered' | 'lost' | 'unsent', error: AppError): RefreshFate {
  if (fate === 'unsent' || isLimitAlone(error)) return 'unused';
  if (fate === 'lost' || error.code === 'timeout') return 'lost';
  if (GATEWAY_STATUSES.has(error.status ?? 0)) return 'lost';
  // A web page in place of the answer, an answer cut short: what the service said was lost.
  const isLost = error.reason === 'html' || error.reason === 'not-json';
  if (isLost || error.reason === 'redirect' || error.reason === 'too-large') return 'lost';
  return isInDoubt(error) ? 'in-doubt' : 'refused';
}

function isInDoubt(error: AppError): boolean {
  return error.reason === 'refused-or-fault' || error.code === 'service-error';
}

function reasonOf(error: AppError): 'expired' | 'refused-or-fault' {
  return isInDoubt(error) ? 'refused-or-fault' : 'expired';
}

function expiredError(): AppError {
  return { code: 'unauthenticated', reason: 'expired', message: 'The session has ended.' };
}
