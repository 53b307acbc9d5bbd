import { FleetdeskError } from '@contract/errors';

/** Somebody no longer wants the answer: `cancelled`. */
export function cancelledError(): FleetdeskError {
  return new FleetdeskError({ code: 'cancelled', message: 'No longer wanted.' });
}
