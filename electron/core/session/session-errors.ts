import { FleetdeskError } from '@contract/errors';

/** There is no session under a passphrase that could be opened. */
export function nothingLockedError(): FleetdeskError {
  return new FleetdeskError({
    code: 'unauthenticated',
    reason: 'signed-out',
    message: 'No session is kept under a passphrase.',
  });
}

/** Signed out, but the keychain did not give up the tokens. */
export function stillLockedError(): FleetdeskError {
  return new FleetdeskError({
    code: 'keychain-locked',
    message: 'The keychain did not remove the entry.',
  });
}
