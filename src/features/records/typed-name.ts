import type { RecordKey } from '@contract/records';
import { useBridge } from '@/bridge';
import type { RecordKind } from './kind';

/** Fields by which people call a record where its title is empty. */
const names = ['plate', 'name', 'username', 'imei', 'serial'];

/**
 * What a person types to confirm a delete of a record whose row is not in the list: its plate or
 * name, from the record. Its key only where it has neither: nobody knows that by heart.
 */
export async function readTypedName(
  { collection, titleField }: Pick<RecordKind, 'collection' | 'titleField'>,
  key: RecordKey,
): Promise<string> {
  const answer = await useBridge().records.read({ collection, key });
  if (!answer.ok) return key;
  const { fields } = answer.data;
  const values = [titleField, ...names].map((name) => fields[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? key;
}
