import { FleetdeskError } from '@contract/errors';

/** Somebody no longer wants the answer: `cancelled`. */
export function cancelledError(): FleetdeskError {
  return new FleetdeskError({ code: 'cancelled', message: 'No longer wanted.' });
}

/** @throws FleetdeskError `cancelled` where the signal says that nobody waits any more */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledError();
}
