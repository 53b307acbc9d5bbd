import type { Connection } from '@contract/connections';
import type { SessionState, SignIn } from '@contract/session';
import type { RequestBudget } from '../budget/request-budget';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { Digest } from '../ports/digest';
import type { Files } from '../ports/files';
import type { HttpTransport } from '../ports/http-transport';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Profile } from '../service/profile';
import type { Connections } from './connections';

/** What a session needs. */
export interface SessionOptions {
  clock: Clock;
  files: Files;
  digest: Digest;
  transport: HttpTransport;
  budget: RequestBudget;
  connections: Connections;
  /** The operating system's. */
  keychain: Keychain;
  passphrases: PassphraseKeychains;
}

/** Who is signed in, where, under which profile. */
export interface ActiveSession {
  /** SHA-256 of origin, public key and user name; `demo` for the demo fleet. */
  readonly identity: string;
  readonly connection: Connection;
  readonly profile: Profile;
}

/** How to sign in to the demo service that runs inside the app. */
export interface DemoSignIn {
  url: string;
  publicKey: string;
  username: string;
  password: string;
  /** Zone of the demo fleet; the system's by default. */
  timeZone?: string;
  /** Keys that differ from the built-in profile, such as `{limits: {perMinute: 3000}}`. */
  profile?: Readonly<Record<string, unknown>>;
}

/** The session. One for the life of the process; methods reject with FleetdeskError. */
export class Session {
  readonly #options: SessionOptions;
  readonly #feed = new Feed<SessionState>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  state(): SessionState {
    return {
      phase: 'restoring',
      keychain: 'absent',
      place: null,
      connection: null,
      username: null,
      link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
    };
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Who is signed in or expired; null while nobody is. */
  active(): ActiveSession | null {
    return null;
  }

  /** Finds the session of the last run; needs no network. Call it once at start. */
  restore(): Promise<SessionState> {
    void this.#options;
    return Promise.resolve(this.state());
  }

  signIn(input: SignIn): Promise<SessionState> {
    return Promise.reject(new Error(input.connection.name));
  }

  /** Signs in to the in-app demo service; its tokens stay in memory. */
  signInDemo(demo: DemoSignIn): Promise<SessionState> {
    return Promise.reject(new Error(demo.url));
  }

  /** Reads the keychain again, after a person unlocked it. */
  retryKeychain(): Promise<SessionState> {
    return this.restore();
  }

  /** Opens a session that a passphrase locks. */
  unlock(passphrase: string): Promise<SessionState> {
    return Promise.reject(new Error(String(passphrase.length)));
  }

  /** Renews an expired session. */
  renew(password: string): Promise<SessionState> {
    return Promise.reject(new Error(String(password.length)));
  }

  /** Removes the tokens from keychain and memory. */
  signOut(): Promise<SessionState> {
    return Promise.resolve(this.state());
  }

  /** Forgets a saved connection with its keychain entry; signs out first where it is in use. */
  forget(connectionId: string): Promise<void> {
    return Promise.reject(new Error(connectionId));
  }

  /** Ends timers and calls; tokens stay where they are. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
