import type { Fields } from '@contract/records';
import type { StoredEntry, ToldRecord } from '../../ports/store';
import { CallFailure } from '../../service/call-failure';
import { valueAt } from '../entries/conflicts';
import { identityFields, isSameRecord, plainPlate, plainValue } from '../entries/field-values';
import type { ServiceRecords, WritableCollection } from './service-records';

/**
 * What the service says about a create whose answer was lost. `unclear`: it can't be told from
 * what the service answers.
 */
export type Look =
  | { readonly kind: 'found'; readonly record: ToldRecord }
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
 * its pages are read. `isEarlier` says of a record that the service told it before the create was
 * first sent, so that it is not its doing.
 */
export async function lookForCreated(
  { subject, fields }: StoredEntry,
  records: ServiceRecords,
  options: { pageSize: number; isEarlier: (id: string) => Promise<boolean> },
): Promise<Look> {
  const collection = subject.collection as WritableCollection;
  const questions = questionsFor(collection, fields);
  if (questions.length === 0) return { kind: 'unclear' };
  const search = new Search(collection, fields, records, options);
  for (const [field, text] of questions) {
    const look = await search.ask(field, text);
    if (look === null) return search.readAll();
    if (look.kind === 'found') return look;
  }
  return { kind: 'absent' };
}

class Search {
  readonly #collection: WritableCollection;
  readonly #fields: Fields;
  readonly #records: ServiceRecords;
  readonly #pageSize: number;
  readonly #isEarlier: (id: string) => Promise<boolean>;

  constructor(
    collection: WritableCollection,
    fields: Fields,
    records: ServiceRecords,
    options: { pageSize: number; isEarlier: (id: string) => Promise<boolean> },
  ) {
    this.#collection = collection;
    this.#fields = fields;
    this.#records = records;
    this.#pageSize = options.pageSize;
    this.#isEarlier = options.isEarlier;
  }

  /** Asks the list for one value; null where the list can't be trusted to filter by it. */
  async ask(field: string, text: string): Promise<Look | null> {
    const query = { limit: this.#pageSize, page: 1, filters: { [field]: { eq: text } } };
    try {
      const { records, size } = await this.#records.list(this.#collection, query);
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
    const seen = new Set<string>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = { limit: this.#pageSize, page };
      const { records, size } = await this.#records.list(this.#collection, query);
      const found = await this.#pick(records);
      if (found !== null) return { kind: 'found', record: found };
      if (size === 0) return { kind: 'absent' };
      const before = seen.size;
      for (const { id } of records) seen.add(id);
      // The same page again: paging is not honoured, so the rest can't be seen.
      if (records.length > 0 && seen.size === before) return { kind: 'unclear' };
    }
    return { kind: 'unclear' };
  }

  #isAnswer(field: string, text: string, { fields }: ToldRecord): boolean {
    const collection = this.#collection;
    return (
      plainValue(collection, field, valueAt(fields, field)) === plainValue(collection, field, text)
    );
  }

  async #pick(records: readonly ToldRecord[]): Promise<ToldRecord | null> {
    for (const record of records) {
      if (!isSameRecord(this.#collection, this.#fields, record.fields)) continue;
      if (!(await this.#isEarlier(record.id))) return record;
    }
    return null;
  }
}
