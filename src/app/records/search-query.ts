import type { CollectionName } from '@contract/collections';
import type { RecordQuery } from '@contract/records';
import { nameFieldOf } from '@contract/resources';
import { readTypeWords } from '../vehicle-name';

/**
 * How a person finds records beside what they type: vehicles by the people, devices and chips on
 * them too, and by their types as the reader calls them.
 */
export function searchTerms(
  collection: CollectionName,
): Pick<RecordQuery, 'related' | 'typeWords'> {
  return collection === 'vehicles' ? { related: true, typeWords: readTypeWords() } : {};
}

/** The records that what is typed finds, the best first, and those that fit as well by their names. */
export function searchQuery(collection: CollectionName, search: string): RecordQuery {
  return {
    ...{ collection, search, filters: [], withGone: false, bestFirst: true },
    sort: [{ field: nameFieldOf(collection), direction: 'up' }],
    ...searchTerms(collection),
  };
}
