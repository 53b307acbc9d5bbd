import type { CollectionName } from '@contract/collections';
import type { Fields, FieldValue } from '@contract/records';
import { resourceOf } from '@contract/resources';
import type { StoredEntry, ToldRecord } from '../../ports/store';
import {
  isSameRecord,
  isSameValue,
  plainPlate,
  plainValue,
  valueAt,
} from '../../fleet/field-values';
import { ListSearch, type Lists, type Look } from '../../fleet/list-search';

const PLATE_WITH_DASH = /^([A-Z]{3})(\w{4})$/;

/** The texts under which a service may keep an identity. */
function spellings(field: string, value: string): string[] {
  const text = value.trim();
  if (field === 'vin') return [...new Set([text, text.toUpperCase()])];
  if (field !== 'plate') return [text];
  const plain = plainPlate(text);
  return [...new Set([plain, text, plain.replace(PLATE_WITH_DASH, '$1-$2')])];
}

/** What to look for, the surest first. */
function questionsFor(collection: CollectionName, fields: Fields): [string, string][] {
  return resourceOf(collection).identity.flatMap((field) => {
    const value = valueAt(fields, field);
    if (typeof value !== 'string' || plainValue(collection, field, value) === '') return [];
    return spellings(field, value).map((text): [string, string] => [field, text]);
  });
}

/**
 * Looks whether the service has the record that a create was to make: by VIN and plate, IMEI, user
 * name or serial. That it is not there is believed only where the list really filters; else all of
 * its pages are read. It is the one where all told fields are as entered, or where a person said
 * so. `isEarlier` says of a record that the service told it before the create was first sent, so
 * that it is not its doing.
 */
export async function lookForCreated(
  { subject, fields, taken }: StoredEntry,
  records: Lists,
  options: { pageSize: number; isEarlier: (id: string) => Promise<boolean> },
): Promise<Look> {
  const collection = subject.collection;
  const questions = questionsFor(collection, fields);
  if (questions.length === 0) return { kind: 'unclear' };
  const search = new ListSearch({
    ...{ collection, fields, records, pageSize: options.pageSize },
    judge: async (record) => {
      if (!isSameRecord(collection, fields, record.fields)) return 'other';
      if (await options.isEarlier(record.id)) return 'other';
      if (record.id === taken) return 'found';
      return differencesOf(collection, fields, record).length === 0 ? 'found' : 'lookalike';
    },
  });
  return search.run(questions);
}

/** Fields in which a record at the service is not as a create was to make it. */
export function differencesOf(
  collection: CollectionName,
  wanted: Fields,
  { fields }: ToldRecord,
): { field: string; mine: FieldValue; theirs: FieldValue }[] {
  return Object.entries(wanted).flatMap(([field, mine]) => {
    const theirs = valueAt(fields, field);
    if (theirs === undefined || mine === null || mine === '') return [];
    return isSameValue(collection, field, mine, theirs) ? [] : [{ field, mine, theirs }];
  });
}
