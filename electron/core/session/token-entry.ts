import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import type { KeychainState } from '@contract/session';
import { KeychainFailure, type Keychain } from '../ports/keychain';
import { readStored } from '../stored-json';

const entrySchema = z.strictObject({
  version: z.literal(1),
  publicKey: z.string(),
  token: z.string().min(1),
  refreshToken: z.string().min(1),
  /** When the pair came, epoch milliseconds. */
  savedAt: z.number(),
});

/** What a keychain entry holds: the secrets of one identity. */
export type TokenEntry = Omit<z.output<typeof entrySchema>, 'version'>;

/** What was found in a keychain. */
export type EntryFinding =
  | { state: 'present'; entry: TokenEntry }
  | { state: Exclude<KeychainState, 'present'>; cause: KeychainFailure | null };

/**
 * Looks an entry up. A keychain answers nothing both for "no entry" and for an unlock that was
 * refused; `isExpected` (a marker says that an entry exists) tells the two apart.
 */
export async function findEntry(
  keychain: Keychain,
  account: string,
  isExpected: boolean,
): Promise<EntryFinding> {
  try {
    const secret = await keychain.read(account);
    if (secret === null) return { state: isExpected ? 'locked' : 'absent', cause: null };
    const entry = readEntry(secret);
    return entry === null ? { state: 'unreadable', cause: null } : { state: 'present', entry };
  } catch (cause) {
    if (!(cause instanceof KeychainFailure)) throw cause;
    return { state: stateOf(cause), cause };
  }
}

/** Writes an entry. @throws FleetdeskError `keychain-locked`, `keychain-unavailable` */
export async function writeEntry(
  keychain: Keychain,
  account: string,
  entry: TokenEntry,
): Promise<void> {
  try {
    await keychain.write(account, JSON.stringify({ version: 1, ...entry }));
  } catch (cause) {
    throw toKeychainError(cause);
  }
}

/** The state of the keychain that a failure tells of. */
export function stateOf(failure: KeychainFailure): 'locked' | 'unavailable' | 'unreadable' {
  return failure.kind === 'wrong-passphrase' ? 'locked' : failure.kind;
}

/** A keychain failure as an error of the union; anything else as it is. */
export function toKeychainError(cause: unknown): unknown {
  if (!(cause instanceof KeychainFailure)) return cause;
  const { message } = cause;
  switch (cause.kind) {
    case 'locked':
      return new FleetdeskError({ code: 'keychain-locked', message }, { cause });
    case 'wrong-passphrase':
      return new FleetdeskError(
        { code: 'keychain-locked', reason: 'wrong-passphrase', message },
        { cause },
      );
    case 'unreadable':
      return new FleetdeskError(
        { code: 'keychain-unavailable', reason: 'unreadable', message },
        { cause },
      );
    case 'unavailable':
      return new FleetdeskError({ code: 'keychain-unavailable', message }, { cause });
  }
}

function readEntry(secret: string): TokenEntry | null {
  const entry = readStored(entrySchema, secret);
  if (entry === null) return null;
  const { publicKey, token, refreshToken, savedAt } = entry;
  return { publicKey, token, refreshToken, savedAt };
}
