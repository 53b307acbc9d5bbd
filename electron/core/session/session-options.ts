import type { Connection } from '@contract/connections';
import type { ManagedState } from '@contract/managed';
import type { TokenPlace } from '@contract/session';
import type { RequestBudget } from '../budget/request-budget';
import type { Clock } from '../ports/clock';
import type { Digest } from '../ports/digest';
import type { Files } from '../ports/files';
import type { HttpTransport } from '../ports/http-transport';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Target } from '../service/target';
import type { WorkOffline } from '../service/work-offline';
import type { Connections } from './connections';
import type { TokenEntry } from './token-entry';
import type { TokenStorage } from './token-storage';

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
  workOffline?: WorkOffline | undefined;
  /** Which services the administrator allows. */
  managed?: Pick<ManagedState, 'services' | 'problems'>;
}

/** How a session begins, from a sign-in or from the last run. */
export interface Beginning {
  target: Target;
  identity: string;
  connection: Connection;
  username: string;
  entry: TokenEntry;
  place: TokenPlace;
  storage: TokenStorage | null;
  isExpired?: boolean;
}
