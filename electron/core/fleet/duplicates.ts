import type { CollectionName } from '@contract/collections';
import { detailOf, fieldsOf, labelOf, textOf, type FieldKind } from '@contract/resources';
import type { Duplicate, Fields, RecordKey } from '@contract/records';
import type { Store, StoredRecord } from '../ports/store';

/** How many of the records that the search finds are read; those with the same value come first. */
const MOST_FOUND = 20;
/** A value of one letter is still being typed. */
const LEAST_LETTERS = 2;

/**
 * The form in which values of a kind are compared: user names without regard to case, plates and
 * numbers by their letters and digits alone.
 */
function comparedForm(kind: FieldKind, value: string): string {
  const text = value.trim().toLowerCase();
  return kind === 'username' ? text : text.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Other kept records that have the same value in a field that no two records should share
 * (`unique` in its declaration), one for each such field. Gone records don't count.
 */
export async function findDuplicates(
  store: Pick<Store, 'find' | 'records' | 'currentKey'>,
  given: { collection: CollectionName; key: RecordKey | null; fields: Fields },
): Promise<Duplicate[]> {
  const { collection, fields } = given;
  const own = given.key === null ? null : await store.currentKey(given.key);
  const found = Object.entries(fieldsOf(collection)).map(async ([field, { unique, kind }]) => {
    const value = fields[field];
    if (unique !== true || typeof value !== 'string') return [];
    const form = comparedForm(kind, value);
    if (form.length < LEAST_LETTERS) return [];
    const keys = await store.find({
      collection,
      search: form.slice(0, 200),
      filters: [],
      sort: [],
      withGone: false,
      bestFirst: true,
    });
    const records = await store.records(collection, keys.slice(0, MOST_FOUND));
    const same = records.filter(
      (record) =>
        record.key !== own && comparedForm(kind, textOf(record.fields, field) ?? '') === form,
    );
    const [first] = same;
    return first ? [toDuplicate(first, field, same.length - 1)] : [];
  });
  return (await Promise.all(found)).flat();
}

function toDuplicate(
  { collection, key, fields }: StoredRecord,
  field: string,
  others: number,
): Duplicate {
  return {
    field,
    key,
    label: labelOf(collection, fields),
    detail: detailOf(collection, fields),
    others,
  };
}
