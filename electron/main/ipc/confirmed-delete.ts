import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { RecordKey } from '@contract/records';
import { confirmationOf } from '@contract/resources';
import { matchesConfirmation } from '@contract/rules/delete-confirmation';
import type { Records } from '@core/fleet/records';

/**
 * Checks that what a person typed names what a page asks to delete: the only record by its name, or
 * by its key where it has none; several by their count.
 * @throws FleetdeskError `invalid-request` where it names something else
 */
export async function checkConfirmed(
  records: Pick<Records, 'read'>,
  asked: { collection: CollectionName; keys: readonly RecordKey[]; confirmation: string },
): Promise<void> {
  const { collection, keys, confirmation } = asked;
  const [key] = keys;
  let wanted = String(keys.length);
  if (keys.length === 1 && key !== undefined) {
    const { fields } = await records.read({ collection, key });
    wanted = confirmationOf(collection, fields) ?? key;
  }
  if (matchesConfirmation(confirmation, wanted)) return;
  const message = 'What was typed does not name what is to be deleted.';
  throw new FleetdeskError({ code: 'invalid-request', message });
}
