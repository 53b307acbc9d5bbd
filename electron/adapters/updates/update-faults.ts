import type { UpdateFault } from '@contract/updates';
import { HttpFailure } from '@core/ports/http-transport';
import { UpdateFailure } from '@core/ports/updater';
import { hasCode } from '../files/fault-codes';
import { failureOf } from '../http/failures';

/** What a step of an update that failed means for a person. */
export function updateFailureOf(fault: unknown): UpdateFailure {
  if (fault instanceof UpdateFailure) return fault;
  const words = fault instanceof Error ? fault.message : String(fault);
  return new UpdateFailure(meaningOf(fault), words);
}

function meaningOf(fault: unknown): UpdateFault {
  if (hasCode(fault, 'ENOSPC', 'EDQUOT')) return 'disk-full';
  if (hasCode(fault, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) return 'read-only';
  // Of the checksum in the feed, and of the publisher in Windows.
  if (hasCode(fault, 'ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE')) return 'tampered';
  const failure = fault instanceof HttpFailure ? fault : failureOf(fault, { hasBegun: false });
  switch (failure.kind) {
    case 'proxy-sign-in':
      return 'proxy';
    case 'proxy-script':
      return 'proxy-script';
    case 'certificate':
    case 'secure-connection':
      return 'certificate';
    case 'redirect':
    case 'too-large':
    case 'cut-short':
      return 'server';
    case 'reset':
      // What the network stack does not name is the library's: an answer that it does not take.
      return /net::ERR_(CONNECTION|EMPTY|NETWORK)/.test(failure.message) ? 'offline' : 'server';
    default:
      return 'offline';
  }
}
