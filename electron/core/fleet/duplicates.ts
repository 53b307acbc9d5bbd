import { fieldsOf, type CollectionName, type FieldKind } from '@contract/collections';
import type { Duplicate, Fields, RecordKey } from '@contract/records';
import type { Store, StoredRecord } from '../ports/store';
import { labelOf, textOf } from './record-fields';

/** How many of the records that the search finds are read; those with the same value come first. */
const MOST_FOUND = 20;
/** A value of one letter is still being typed. */
const LEAST_LETTERS = 2;

/** What tells records of one name apart, the best first. */
const details: Readonly<Record<CollectionName, readonly (readonly string[])[]>> = {
  vehicles: [['brandName', 'modelName'], ['code']],
  devices: [['imei']],
  chips: [['number']],
  users: [['username']],
  roles: [],
  enterprises: [],
};

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
 * (`isDistinct` of `collections.ts`), one for each such field. Gone records don't count.
 */
export async function findDuplicates(
  store: Pick<Store, 'find' | 'records' | 'currentKey'>,
  given: { collection: CollectionName; key: RecordKey | null; fields: Fields },
): Promise<Duplicate[]> {
  const { collection, fields } = given;
  const own = given.key === null ? null : await store.currentKey(given.key);
  const found = Object.entries(fieldsOf(collection)).map(async ([field, { isDistinct, kind }]) => {
    const value = fields[field];
    if (isDistinct !== true || typeof value !== 'string') return [];
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
  const label = labelOf(collection, fields);
  const texts = details[collection].map((names) =>
    names
      .map((name) => textOf(fields, name))
      .filter(Boolean)
      .join(' '),
  );
  const detail = texts.find((text) => text !== '' && text !== label) ?? null;
  return { field, key, label, detail, others };
}
