import type { Fields, FieldValue } from '@contract/records';
import type { StoredEntry, ToldRecord } from '../../ports/store';
import { CallFailure } from '../../service/call-failure';
import { valueAt } from '../entries/conflicts';
import {
  identityFields,
  isSameRecord,
  isSameValue,
  plainPlate,
  plainValue,
} from '../entries/field-values';
import type { ServiceRecords, WritableCollection } from './service-records';

/**
 * What the service says about a record that is looked for. `lookalike`: it has one that is called
 * the same and differs otherwise. `unclear`: it can't be told from what the service answers.
 */
export type Look =
  | { readonly kind: 'found' | 'lookalike'; readonly record: ToldRecord }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear' };

/** Pages of a list that does not filter which are read at most. */
const MOST_PAGES = 30;

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
function questionsFor(collection: WritableCollection, fields: Fields): [string, string][] {
  return identityFields(collection).flatMap((field) => {
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
  records: ServiceRecords,
  options: { pageSize: number; isEarlier: (id: string) => Promise<boolean> },
): Promise<Look> {
  const collection = subject.collection as WritableCollection;
  const questions = questionsFor(collection, fields);
  if (questions.length === 0) return { kind: 'unclear' };
  const search = new Search({
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

/**
 * Asks the list of a collection whether it has a record that the service says it does not have:
 * `found` contradicts that.
 */
export async function lookForListed(
  { collection, id, fields }: { collection: WritableCollection; id: string; fields: Fields },
  records: ServiceRecords,
  pageSize: number,
): Promise<Look> {
  const search = new Search({
    ...{ collection, fields, records, pageSize },
    judge: (record) => Promise.resolve(record.id === id ? 'found' : 'other'),
  });
  // The service's own spelling of one identity is question enough.
  const question = identityFields(collection).flatMap((field): [string, string][] => {
    const value = valueAt(fields, field);
    return typeof value === 'string' && value !== '' ? [[field, value]] : [];
  })[0];
  return question === undefined ? search.readAll() : search.run([question]);
}

/** Fields in which a record at the service is not as a create was to make it. */
export function differencesOf(
  collection: WritableCollection,
  wanted: Fields,
  { fields }: ToldRecord,
): { field: string; mine: FieldValue; theirs: FieldValue }[] {
  return Object.entries(wanted).flatMap(([field, mine]) => {
    const theirs = valueAt(fields, field);
    if (theirs === undefined || mine === null || mine === '') return [];
    return isSameValue(collection, field, mine, theirs) ? [] : [{ field, mine, theirs }];
  });
}

interface SearchTerms {
  readonly collection: WritableCollection;
  /** What is known of the record. */
  readonly fields: Fields;
  readonly records: ServiceRecords;
  readonly pageSize: number;
  /** What a record that the service lists is to the one that is looked for. */
  readonly judge: (record: ToldRecord) => Promise<'found' | 'lookalike' | 'other'>;
}

class Search {
  readonly #terms: SearchTerms;
  #lookalike: ToldRecord | null = null;

  constructor(terms: SearchTerms) {
    this.#terms = terms;
  }

  /** Asks one question after the other. */
  async run(questions: readonly [string, string][]): Promise<Look> {
    for (const [field, text] of questions) {
      const look = await this.#ask(field, text);
      if (look === null) return this.readAll();
      if (look.kind === 'found') return look;
    }
    return this.#orLookalike({ kind: 'absent' });
  }

  #orLookalike(look: Look): Look {
    return this.#lookalike === null ? look : { kind: 'lookalike', record: this.#lookalike };
  }

  /** Asks the list for one value; null where the list can't be trusted to filter by it. */
  async #ask(field: string, text: string): Promise<Look | null> {
    const { collection, pageSize } = this.#terms;
    const query = { limit: pageSize, page: 1, filters: { [field]: { eq: text } } };
    try {
      const { records, size } = await this.#terms.records.list(collection, query);
      const found = await this.#pick(records);
      if (found !== null) return { kind: 'found', record: found };
      const isFiltered =
        records.length === size && records.every((record) => this.#isAnswer(field, text, record));
      return size === 0 || isFiltered ? { kind: 'absent' } : null;
    } catch (caught) {
      const isRefused = caught instanceof CallFailure && caught.error.code === 'invalid-request';
      if (isRefused) return null;
      throw caught;
    }
  }

  /** Reads the list to its end, as far as that is bearable. */
  async readAll(): Promise<Look> {
    const { collection, pageSize } = this.#terms;
    const seen = new Set<string>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = { limit: pageSize, page };
      const { records, size } = await this.#terms.records.list(collection, query);
      const found = await this.#pick(records);
      if (found !== null) return { kind: 'found', record: found };
      if (size === 0) return this.#orLookalike({ kind: 'absent' });
      const before = seen.size;
      for (const { id } of records) seen.add(id);
      // The same page again: paging is not honoured, so the rest can't be seen.
      if (records.length > 0 && seen.size === before) break;
    }
    return this.#orLookalike({ kind: 'unclear' });
  }

  #isAnswer(field: string, text: string, { fields }: ToldRecord): boolean {
    const { collection } = this.#terms;
    return (
      plainValue(collection, field, valueAt(fields, field)) === plainValue(collection, field, text)
    );
  }

  async #pick(records: readonly ToldRecord[]): Promise<ToldRecord | null> {
    for (const record of records) {
      const verdict = await this.#terms.judge(record);
      if (verdict === 'found') return record;
      if (verdict === 'lookalike') this.#lookalike ??= record;
    }
    return null;
  }
}
