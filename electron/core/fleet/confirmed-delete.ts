import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import { confirmationOf } from '@contract/resources';
import { matchesConfirmation } from '@contract/rules/delete-confirmation';
import type { Records } from './records';

/**
 * Checks that what a person typed names what a page asks to delete: the only record by its name, or
 * by its key where it has none; several by their count. Answers the keys, each record once.
 * @throws FleetdeskError `invalid-request` where it names something else
 */
export async function checkConfirmed(
  records: Pick<Records, 'read'>,
  asked: { collection: CollectionName; keys: readonly RecordKey[]; confirmation: string },
): Promise<readonly RecordKey[]> {
  const { collection, confirmation } = asked;
  const keys = await distinct(records, asked);
  const [key] = keys;
  let wanted = String(keys.length);
  if (keys.length === 1 && key !== undefined) {
    const { fields } = await records.read({ collection, key });
    wanted = confirmationOf(collection, fields) ?? key;
  }
  if (matchesConfirmation(confirmation, wanted)) return keys;
  const message = 'What was typed does not name what is to be deleted.';
  throw new FleetdeskError({ code: 'invalid-request', message });
}

/** Keys that each name another record: one may also be named by its key from before it was sent. */
async function distinct(
  records: Pick<Records, 'read'>,
  { collection, keys }: { collection: CollectionName; keys: readonly RecordKey[] },
): Promise<RecordKey[]> {
  const current = new Set<RecordKey>();
  for (const key of new Set(keys)) {
    current.add(isLocalKey(key) ? (await records.read({ collection, key })).key : key);
  }
  return [...current];
}
