import { Refusal } from './errors';
import type { AnyName } from './operations';

/** A second account, with the password of the first, that may read everything and change little. */
export const VISITOR_USERNAME = 'visitor';

const ALLOWED_WRITES: readonly AnyName[] = ['vehicles.update'];

/** @throws Refusal 403 for what the role of an account does not allow */
export function checkPermission(username: string, operation: AnyName): void {
  if (username !== VISITOR_USERNAME) return;
  const [resource = '', action = ''] = operation.split('.');
  const isRead =
    resource === 'tracking' || resource === 'trajectories' || /^(list|get)$/.test(action);
  if (isRead || ALLOWED_WRITES.includes(operation)) return;
  throw new Refusal(403, 'The role VISITOR does not allow this');
}
