import { fieldsOf, type CollectionName } from '@contract/collections';
import { lettersOf } from '@contract/folding';
import type { Duplicate, Fields, RecordKey, RecordRow } from '@contract/records';

const squeeze = (value: unknown) => (typeof value === 'string' ? lettersOf(value) : '');

/** Other rows that have one of the values where no two should, as core finds them. */
export function fakeDuplicates(
  rows: readonly RecordRow[],
  given: { collection: CollectionName; own: RecordKey | null; fields: Fields },
): Duplicate[] {
  return Object.entries(fieldsOf(given.collection)).flatMap(([field, { isDistinct }]) => {
    const wanted = squeeze(given.fields[field]);
    if (isDistinct !== true || wanted.length < 2) return [];
    const same = rows.filter(
      ({ key, fields, goneAt }) =>
        key !== given.own && goneAt === null && squeeze(fields[field]) === wanted,
    );
    const [first] = same;
    if (!first) return [];
    const { plate, name, username, brandName, modelName } = first.fields;
    const label = [plate, name, username].find((each) => typeof each === 'string') ?? null;
    const make = [brandName, modelName].filter(Boolean).join(' ');
    const detail = make || (typeof username === 'string' ? username : null);
    return [{ field, key: first.key, label, detail, others: same.length - 1 }];
  });
}
