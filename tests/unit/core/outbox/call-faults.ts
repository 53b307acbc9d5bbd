import type { AppError } from '@contract/errors';
import { CallFailure, type Fate } from '@core/service/call-failure';

/**
 * What can go wrong with a call. `…After` strikes once it was applied. `partly`: of a list the
 * first rows are applied, then it is refused; nothing of it is where the profile says that lists are
 * applied whole or not at all. `stale`: a read answers what was before the last
 * write. `mute`: success without a body. `late`: it times out, and a write is applied all the same
 * when nobody waits for it any more; `veryLate`: later than
 * all that is usual. `rest…`: a 503 that asks for a rest. `spoiled…`: the answer's
 * TLS record can't be read. `forbidden`: a 403. `gateway`: "not found" as JSON, from something before the service.
 */
export type FaultKind =
  | 'offline'
  | 'resetBefore'
  | 'resetAfter'
  | 'timeoutBefore'
  | 'timeoutAfter'
  | 'faultBefore'
  | 'faultAfter'
  | 'limited'
  | 'unauthorized'
  | 'page'
  | 'mute'
  | 'partly'
  | 'stale'
  | 'late'
  | 'veryLate'
  | 'restBefore'
  | 'restAfter'
  | 'spoiledBefore'
  | 'spoiledAfter'
  | 'forbidden'
  | 'gateway';

/** What a call fails with before it was applied; null where it is applied. `now`: epoch ms. */
export function strikeBefore(fault: FaultKind | null, now: number): CallFailure | null {
  switch (fault) {
    case 'offline':
      return failure({ code: 'offline' }, 'unsent');
    case 'resetBefore':
      return failure({ code: 'offline' }, 'lost');
    case 'timeoutBefore':
      return failure({ code: 'timeout' }, 'lost');
    case 'faultBefore':
      return failure({ code: 'service-error', status: 500 }, 'answered');
    case 'limited':
      return failure({ code: 'rate-limited', status: 429, retryAt: now + 20_000 }, 'answered');
    case 'restBefore':
      return failure({ code: 'rate-limited', status: 503, retryAt: now + 20_000 }, 'answered');
    case 'spoiledBefore':
      return failure({ code: 'offline', reason: 'secure-connection' }, 'lost');
    case 'gateway': {
      const serviceMessage = 'no Route matched with those values';
      return failure({ code: 'not-found', status: 404, serviceMessage }, 'answered');
    }
    case 'forbidden':
      return failure({ code: 'forbidden', status: 403 }, 'answered');
    case 'unauthorized':
      return failure({ code: 'unauthenticated', reason: 'expired', status: 401 }, 'answered');
    case 'page':
      return failure({ code: 'bad-response', reason: 'html', status: 404 }, 'answered');
    default:
      return null;
  }
}

/** A failed call. */
export function failure(error: Partial<AppError>, fate: Fate): CallFailure {
  return new CallFailure(
    { code: 'service-error', message: 'as the test wants it', ...error },
    fate,
  );
}
