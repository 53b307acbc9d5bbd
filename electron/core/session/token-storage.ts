import { FleetdeskError } from '@contract/errors';
import type { KeychainState, SignIn } from '@contract/session';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import { findEntry } from './token-entry';

/** Where the tokens of a session outlive the process. */
export interface TokenStorage {
  readonly keychain: Keychain;
  readonly account: string;
}

/** The storage that a person chose at sign-in; null for memory alone. @throws FleetdeskError */
export function storageFor(
  { place, passphrase }: Pick<SignIn, 'place' | 'passphrase'>,
  account: string,
  ports: { keychain: Keychain; passphrases: PassphraseKeychains },
): TokenStorage | null {
  if (place === 'memory') return null;
  if (place === 'keychain') return { keychain: ports.keychain, account };
  if (passphrase === undefined) {
    throw new FleetdeskError({
      code: 'invalid-request',
      message: 'A passphrase is needed.',
      fields: [{ path: 'passphrase', message: 'missing' }],
    });
  }
  return { keychain: ports.passphrases.open(passphrase), account };
}

/**
 * Finds out whether a storage would take tokens, before a password is sent for them. An entry
 * that can't be read, or that another passphrase locks, is about to be replaced by one that can.
 * @throws KeychainFailure
 */
export async function checkStorage({ keychain, account }: TokenStorage): Promise<void> {
  const finding = await findEntry(keychain, account, false);
  if (finding.state === 'locked' || finding.state === 'unavailable') {
    if (finding.cause && finding.cause.kind !== 'wrong-passphrase') throw finding.cause;
  }
}

/** The state of the keychain after a sign-in failed with an error. */
export function keychainAfter(error: unknown, before: KeychainState): KeychainState {
  const { code, reason } = FleetdeskError.from(error);
  if (code === 'keychain-unavailable') return reason === 'unreadable' ? reason : 'unavailable';
  return code === 'keychain-locked' && reason !== 'wrong-passphrase' ? 'locked' : before;
}
