import type { z } from 'zod';
import { FleetdeskError, type FieldMessage } from '@contract/errors';

/** Wrong keys of a file that are named; a file with more is not one of ours. */
const NAMED_AT_MOST = 50;

/** What a schema says of a file, key by key. */
export function wrongKeys(issues: readonly z.core.$ZodIssue[]): FieldMessage[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'Unknown key',
    }));
  });
}

/**
 * A `file-unreadable`/`profile-broken` error that names the first wrong keys and their count.
 * @param what the file, as in `service profile`
 */
export function brokenFile(what: string, fields: readonly FieldMessage[]): FleetdeskError {
  const [first] = fields;
  const count = fields.length > NAMED_AT_MOST ? ` (${fields.length} wrong keys)` : '';
  return new FleetdeskError({
    code: 'file-unreadable',
    reason: 'profile-broken',
    message: first
      ? `The ${what} is broken at "${first.path}": ${first.message}${count}`
      : `The ${what} is not a JSON object.`,
    fields: fields.slice(0, NAMED_AT_MOST),
  });
}
