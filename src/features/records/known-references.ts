import { collectionNames, type CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import { useBridge } from '@/bridge';

/**
 * Keys of records that kept records refer to, the most frequent first: all that is known of a
 * collection whose list the service does not offer.
 */
export async function readKnownReferences(collection: CollectionName): Promise<string[]> {
  const { records } = useBridge();
  const questions = collectionNames.flatMap((from) =>
    Object.entries(fieldsOf(from))
      .filter(([, info]) => info.references === collection)
      .map(([field]) => records.values({ collection: from, field })),
  );
  const counts = new Map<string, number>();
  for (const answer of await Promise.all(questions)) {
    for (const { value, count } of answer.ok ? answer.data : []) {
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
}
