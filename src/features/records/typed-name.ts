import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import { confirmationOf } from '@contract/resources';
import { useBridge } from '@/bridge';

/**
 * What a person types to confirm a delete of a record whose row is not in the list. Its key only
 * where nothing names it: nobody knows that by heart.
 */
export async function readTypedName(collection: CollectionName, key: RecordKey): Promise<string> {
  const answer = await useBridge().records.read({ collection, key });
  return (answer.ok ? confirmationOf(collection, answer.data.fields) : null) ?? key;
}
