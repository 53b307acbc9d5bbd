import type { CollectionName } from '@contract/collections';
import { detailOf, fieldsOf, labelOf } from '@contract/resources';
import { lettersOf } from '@contract/folding';
import type { Duplicate, Fields, RecordKey, RecordRow } from '@contract/records';

const squeeze = (value: unknown) => (typeof value === 'string' ? lettersOf(value) : '');

/** Other rows that have one of the values where no two should, as core finds them. */
export function fakeDuplicates(
  rows: readonly RecordRow[],
  given: { collection: CollectionName; own: RecordKey | null; fields: Fields },
): Duplicate[] {
  return Object.entries(fieldsOf(given.collection)).flatMap(([field, { unique }]) => {
    const wanted = squeeze(given.fields[field]);
    if (unique !== true || wanted.length < 2) return [];
    const same = rows.filter(
      ({ key, fields, goneAt }) =>
        key !== given.own && goneAt === null && squeeze(fields[field]) === wanted,
    );
    const [first] = same;
    if (!first) return [];
    const label = labelOf(given.collection, first.fields);
    const detail = detailOf(given.collection, first.fields);
    return [{ field, key: first.key, label, detail, others: same.length - 1 }];
  });
}
