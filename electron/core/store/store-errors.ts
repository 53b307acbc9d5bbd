import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import type { StoreState } from '@contract/store';
import { KeychainFailure } from '../ports/keychain';
import { StoreFailure } from '../ports/stores';
import { toKeychainError } from '../session/token-entry';

/** Why a store is not open: what its state tells then. */
export type Obstacle = Pick<StoreState, 'phase' | 'error'>;

/** The store's key is in a keychain that is locked. */
export function lockedKeyFailure(): KeychainFailure {
  return new KeychainFailure('locked', 'The keychain does not give out the store key.');
}

/** The store is there and its key is not. */
export function missingKeyError(): FleetdeskError {
  return new FleetdeskError({
    code: 'store-damaged',
    reason: 'key-missing',
    message: 'The store exists and its key is not in the keychain.',
  });
}

/** The store is not open, so that nothing that a person enters can be kept. */
export function storeClosedError(): FleetdeskError {
  return new FleetdeskError({
    code: 'store-damaged',
    reason: 'store-closed',
    message: 'The store is not open.',
  });
}

const REASONS = {
  'in-use': 'in-use',
  'disk-full': 'disk-full',
  'read-only': 'read-only',
  newer: 'newer-version',
} as const;

/** What the system says of a folder that can't be written: the notes are in one as well. */
const SYSTEM_REASONS: Readonly<Record<string, ErrorReason>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
};

/** What a failure to open a store means for its state. */
export function obstacleOf(caught: unknown): Obstacle {
  const error = storeErrorOf(caught);
  if (error.code === 'keychain-locked') return { phase: 'locked', error };
  return { phase: error.reason === 'in-use' ? 'inUse' : 'failed', error };
}

/** Anything that the work on a store threw, as an error of the contract. */
export function storeErrorOf(caught: unknown): AppError {
  if (caught instanceof StoreFailure) {
    const { kind, message } = caught;
    const reason = kind === 'damaged' || kind === 'failed' ? null : REASONS[kind];
    return { code: 'store-damaged', ...(reason && { reason }), message };
  }
  if (caught instanceof KeychainFailure) return FleetdeskError.from(toKeychainError(caught));
  if (caught instanceof FleetdeskError) return caught.error;
  // A settings folder that can't be written, a disk that fails: the store can't be used all the same.
  const reason = systemReasonOf(caught);
  const message = caught instanceof Error ? caught.message : '';
  return { code: 'store-damaged', ...(reason && { reason }), message };
}

function systemReasonOf(caught: unknown): ErrorReason | null {
  if (!(caught instanceof Error) || !('code' in caught)) return null;
  return SYSTEM_REASONS[String(caught.code)] ?? null;
}
