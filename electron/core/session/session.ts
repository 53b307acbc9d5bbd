import type { Connection } from '@contract/connections';
import { unmanaged } from '@contract/managed';
import type { SessionState, SignIn } from '@contract/session';
import { cancelledError } from '../cancelled';
import { isStillAllowed, requireAllowedService } from '../managed/managed';
import { readProfile, type Profile } from '../service/profile';
import { withKeyAt } from '../service/public-key';
import { Sender } from '../service/sender';
import { signedOutError, type Authority } from '../service/authority';
import type { Target } from '../service/target';
import { readAddress, type Address } from './address';
import { demoConnection, type DemoSignIn } from './demo-connection';
import { DEMO_IDENTITY, identityOf } from './identity';
import { KeptSession } from './kept-session';
import { logIn, logInFindingKeyPlace } from './log-in';
import type { Recall } from './recall';
import { Serial } from './serial';
import { SessionAuthority } from './session-authority';
import { stillLockedError } from './session-errors';
import type { Beginning, SessionOptions } from './session-options';
import { expiryOf, SIGNED_OUT, Standing } from './standing';
import { openTarget } from './targets';
import { toKeychainError, writeEntry, type TokenEntry } from './token-entry';
import { checkStorage, keychainAfter, storageFor, type TokenStorage } from './token-storage';

export type { DemoSignIn } from './demo-connection';

/** Who is signed in, where, under which profile. */
export interface ActiveSession {
  /** SHA-256 of origin, public key and user name; `demo` for the demo fleet. */
  readonly identity: string;
  readonly connection: Connection;
  readonly profile: Profile;
  /** Where its secrets outlive the process; null for a session in memory. */
  readonly storage: TokenStorage | null;
}

/**
 * The session (behaviour: "Connections and session"). One for the life of the process; its
 * methods run one after another and reject with FleetdeskError.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #serial = new Serial();
  readonly #standing: Standing;
  readonly #sender: Sender;
  readonly #kept: KeptSession;
  readonly #stopWatching: () => void;
  /** The process ends: nothing is asked of the service any more, and nothing new begins. */
  readonly #closing = new AbortController();
  #current: SessionAuthority | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#sender = new Sender(options);
    this.#kept = new KeptSession(options);
    this.#standing = new Standing({ ...options, isAtRest: () => options.budget.isAtRest() });
    this.#stopWatching = options.connections.subscribe(() => {
      this.#followConnection();
    });
  }

  state(): SessionState {
    return this.#standing.state();
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#standing.subscribe(listener);
  }

  /** Who is signed in or expired; null while nobody is. */
  active(): ActiveSession | null {
    const { connection } = this.#standing.now;
    if (this.#current === null || connection === null) return null;
    const { identity, target, storage } = this.#current;
    return { identity, connection, profile: target.profile, storage };
  }

  /** The right to call the service; null while nobody is signed in. */
  authority(): Authority | null {
    return this.#current;
  }

  /** Finds the session of the last run; needs no network. Call it once at start. */
  restore(): Promise<SessionState> {
    return this.#inTurn(async () => {
      if (this.#current) {
        await this.#current.storeAgain();
        return this.state();
      }
      try {
        await this.#resume(await this.#kept.recall());
      } catch (fault) {
        // There may well be a session: only a keychain without an entry means that there is none.
        this.#standing.change({ ...SIGNED_OUT, keychain: 'unreadable' });
        throw fault;
      }
      return this.state();
    });
  }

  /** Reads the keychain again, after a person unlocked it. */
  retryKeychain(): Promise<SessionState> {
    return this.restore();
  }

  /** Signs in and saves the connection; a signal withdraws it while the service is asked. */
  signIn(input: SignIn, signal?: AbortSignal): Promise<SessionState> {
    const { signal: closing } = this.#closing;
    const leaving = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    return this.#inTurn(() => this.#attempt(() => this.#signIn(input, leaving)));
  }

  /** Signs in to the in-app demo service; its tokens stay in memory. */
  signInDemo(demo: DemoSignIn): Promise<SessionState> {
    return this.#inTurn(() => this.#attempt(() => this.#signInDemo(demo)));
  }

  /** Opens a session that a passphrase locks; one that runs already goes on. */
  unlock(passphrase: string): Promise<SessionState> {
    return this.#inTurn(async () => {
      if (this.#current !== null) return this.state();
      await this.#resume(await this.#kept.unlock(passphrase));
      return this.state();
    });
  }

  /** Renews an expired session: the one that is there now, none that comes after it. */
  renew(password: string): Promise<SessionState> {
    const meant = this.#current;
    return this.#inTurn(async () => {
      if (meant === null || this.#current !== meant) throw signedOutError();
      await meant.renew(password);
      this.#standing.change({ phase: 'signed-in', expiry: null });
      return this.state();
    });
  }

  /**
   * Removes the tokens from keychain and memory: of the session that is there now, or of the one
   * that is kept while nobody is signed in. @throws FleetdeskError `keychain-locked` …
   */
  signOut(): Promise<SessionState> {
    const meant = this.#current;
    return this.#inTurn(async () => {
      if (meant !== null && this.#current !== meant) return this.state();
      const { place } = this.#standing.now;
      const wasActive = this.#current !== null;
      await this.#end();
      if (wasActive && place === 'memory') {
        // Another session may be kept while this one was in memory: that one is not meant.
        const marker = await this.#kept.marker();
        if (marker) this.#standing.change({ keychain: 'present', place: marker.place });
        return this.state();
      }
      this.#standing.change(SIGNED_OUT);
      const wasRemoved = await this.#kept.discard();
      // The entry was there in this very run: a keychain that has none now is locked.
      if (wasActive && !wasRemoved) throw stillLockedError();
      return this.state();
    });
  }

  /** Forgets a saved connection with its keychain entry; signs out first where it is in use. */
  forget(connectionId: string): Promise<void> {
    return this.#inTurn(async () => {
      const isShown = this.#standing.now.connection?.id === connectionId;
      if (isShown) await this.#end();
      await this.#kept.discardOf(connectionId);
      await this.#options.connections.remove(connectionId);
      if (isShown) this.#standing.change(SIGNED_OUT);
    });
  }

  /**
   * Ends timers and calls; tokens stay where they are. Resolves once what was asked for before is
   * done: tokens that came are kept, and a sign-in is broken off while the service is asked.
   */
  async close(): Promise<void> {
    this.#stopWatching();
    this.#standing.close();
    this.#closing.abort();
    await this.#current?.close();
    await this.#serial.run(() => Promise.resolve());
    await this.#current?.close();
    this.#current = null;
  }

  /** One thing after another, and nothing that is asked for after the end. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) return Promise.reject(cancelledError());
    return this.#serial.run(task);
  }

  /** A sign-in: what was there before is restored where it fails. */
  async #attempt(signIn: () => Promise<void>): Promise<SessionState> {
    const before = this.#standing.now;
    const { link } = this.#standing;
    this.#standing.change({ phase: 'signing-in' });
    try {
      await signIn();
      return this.state();
    } catch (caught) {
      const error = toKeychainError(caught);
      this.#standing.link = link;
      this.#options.budget.show(this.#current?.target.account ?? null);
      const wasEnded = before.phase !== 'signed-out' && this.#current === null;
      const { now } = this.#standing;
      // What became of the session meanwhile counts: its tokens may have been refused.
      const expiry = this.#current?.expiry ?? null;
      const phase = expiry === null ? before.phase : 'expired';
      const standing = wasEnded ? SIGNED_OUT : { ...now, phase, expiry: expiryOf(expiry) };
      this.#standing.change({ ...standing, keychain: keychainAfter(error, standing.keychain) });
      throw error;
    }
  }

  async #signIn(input: SignIn, signal: AbortSignal): Promise<void> {
    const { clock, connections, digest } = this.#options;
    const { connection: draft, publicKey, publicKeyPlace, username, password, place } = input;
    const address = readAddress(draft);
    requireAllowedService(this.#options.managed ?? unmanaged, address.origin);
    const identity = identityOf(digest, { origin: address.origin, publicKey, username });
    const storage = storageFor(input, identity, this.#options);
    // Before a password is sent: can its tokens be kept?
    if (storage) await checkStorage(storage);
    const saved = input.connectionId === null ? null : connections.find(input.connectionId);
    const profile = readProfile(saved?.profile ?? {});
    const opened = await this.#open(address, {
      publicKey,
      profile: publicKeyPlace === undefined ? profile : withKeyAt(profile, publicKeyPlace),
      share: draft.budgetShare,
    });
    const credentials = { username, password };
    const { pair, target } =
      publicKeyPlace === undefined
        ? await logInFindingKeyPlace(this.#sender, opened, credentials, signal)
        : { pair: await logIn(this.#sender, opened, credentials, signal), target: opened };
    const { place: keyPlace } = target.profile.publicKey;
    if (signal.aborted) throw cancelledError();
    const entry: TokenEntry = { publicKey, ...pair, savedAt: clock.now() };
    await this.#end();
    if (storage) await writeEntry(storage.keychain, storage.account, entry);
    const connection = await connections.recordSignIn(input.connectionId, draft, {
      username,
      hasPublicKey: publicKey !== '',
      publicKeyPlace: keyPlace === profile.publicKey.place ? null : keyPlace,
      account: storage?.account ?? null,
      place: place === 'memory' ? null : place,
      ledger: this.#options.budget.fingerprint({ origin: address.origin, publicKey }),
    });
    if (place !== 'memory') {
      await this.#kept.keep({ connectionId: connection.id, account: identity, place });
    }
    this.#begin({ target, identity, connection, username, entry, place, storage });
  }

  async #signInDemo(demo: DemoSignIn): Promise<void> {
    const { publicKey, username, password } = demo;
    const connection = demoConnection(demo);
    const target = await this.#open(readAddress(connection), {
      publicKey,
      profile: readProfile(demo.profile ?? {}),
      share: null,
      isFresh: true,
    });
    const { signal } = this.#closing;
    const pair = await logIn(this.#sender, target, { username, password }, signal);
    const entry: TokenEntry = { publicKey, ...pair, savedAt: this.#options.clock.now() };
    await this.#end();
    this.#begin({
      target,
      identity: DEMO_IDENTITY,
      connection,
      username,
      entry,
      place: 'memory',
      storage: null,
    });
  }

  /** Goes on with what is left of the last session, or shows what is in the way. */
  async #resume(recall: Recall): Promise<void> {
    if (recall.kind === 'none') {
      this.#standing.change({ ...SIGNED_OUT, ...recall.standing });
      return;
    }
    const { connection, username, address, entry, place, storage } = recall;
    // The administrator decided so since: the next sign-in says it.
    if (!isStillAllowed(this.#options.managed ?? unmanaged, address.origin)) {
      this.#standing.change(SIGNED_OUT);
      return;
    }
    const target = await this.#open(address, {
      publicKey: entry.publicKey,
      profile: readProfile(this.#options.connections.find(connection.id)?.profile ?? {}),
      share: connection.budgetShare,
    });
    const isExpired = (await this.#kept.journal.phaseOf(entry.refreshToken)) === 'answered';
    const identity = storage.account;
    this.#begin({ target, identity, connection, username, entry, place, storage, isExpired });
  }

  #begin({ connection, username, place, isExpired = false, ...parts }: Beginning): void {
    const { clock, budget } = this.#options;
    const current: SessionAuthority = new SessionAuthority({
      ...parts,
      clock,
      username,
      isExpired,
      sender: this.#sender,
      journal: parts.storage === null ? null : this.#kept.journal,
      onExpired: (error) => {
        // During a sign-in it is told when that failed; else this session is not there any more.
        if (this.#current !== current || this.#standing.now.phase === 'signing-in') return;
        this.#standing.change({ phase: 'expired', expiry: expiryOf(error) });
      },
      onRefused: (isRefused) => {
        if (this.#current === current) this.#standing.change({ isRefused });
      },
      onKeychain: (keychain) => {
        if (this.#current === current) this.#standing.change({ keychain });
      },
    });
    this.#current = current;
    budget.show(current.target.account);
    const phase = isExpired ? 'expired' : 'signed-in';
    const expiry = expiryOf(current.expiry);
    const keychain = parts.storage === null ? this.#standing.now.keychain : 'present';
    this.#standing.change({ ...SIGNED_OUT, phase, expiry, keychain, place, connection, username });
    // It may have been edited since it was looked up.
    this.#followConnection();
  }

  /** Ends the session in memory; what is kept elsewhere stays. */
  async #end(): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    await current.close();
    if (this.#standing.now.phase === 'signing-in') return;
    this.#standing.renewLink();
    this.#options.budget.show(null);
    this.#standing.change(SIGNED_OUT);
  }

  async #open(
    address: Address,
    terms: { publicKey: string; profile: Profile; share: number | null; isFresh?: boolean },
  ): Promise<Target> {
    const link = this.#standing.renewLink();
    const target = await openTarget(address, { ...terms, link }, this.#options);
    const { budget } = this.#options;
    target.account.limit = budget.limitOf({
      perMinute: terms.profile.limits.perMinute,
      share: terms.share,
    });
    budget.show(target.account);
    return target;
  }

  /** Somebody edited the connection in use: zone, units and share apply at once. */
  #followConnection(): void {
    const { connection } = this.#standing.now;
    if (this.#current === null || connection === null || connection.isDemo) return;
    const { connections, budget } = this.#options;
    const edited = connections.state().connections.find(({ id }) => id === connection.id);
    if (!edited || JSON.stringify(edited) === JSON.stringify(connection)) return;
    const { account, profile } = this.#current.target;
    account.limit = budget.limitOf({
      perMinute: profile.limits.perMinute,
      share: edited.budgetShare,
    });
    this.#standing.change({ connection: edited });
  }
}
