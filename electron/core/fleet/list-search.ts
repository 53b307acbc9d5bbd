import type { CollectionName } from '@contract/collections';
import type { Fields } from '@contract/records';
import { resourceOf } from '@contract/resources';
import type { ToldRecord } from '../ports/store';
import { CallFailure } from '../service/call-failure';
import { wireOf } from '../service/resources';
import { plainValue, valueAt } from './field-values';

/** One page of a list. */
export interface Page {
  readonly records: readonly ToldRecord[];
  /** Items on the page, readable or not. */
  readonly size: number;
}

/** How a page is asked for. */
export interface PageQuery {
  readonly limit: number;
  /** The first page is 1. */
  readonly page: number;
  readonly filters?: Readonly<Record<string, { eq: string }>>;
}

/** The lists of the service. */
export interface Lists {
  /** @throws FleetdeskError */
  list(collection: CollectionName, query: PageQuery): Promise<Page>;
}

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

/**
 * Asks the list of a collection whether it has a record that the service says it does not have:
 * `found` contradicts that.
 */
export async function lookForListed(
  { collection, id, fields }: { collection: CollectionName; id: string; fields: Fields },
  records: Lists,
  pageSize: number,
): Promise<Look> {
  const search = new ListSearch({
    ...{ collection, fields, records, pageSize },
    judge: (record) => Promise.resolve(record.id === id ? 'found' : 'other'),
  });
  // The service's own spelling of one identity is question enough.
  const question = resourceOf(collection).identity.flatMap((field): [string, string][] => {
    const value = valueAt(fields, field);
    return typeof value === 'string' && value !== '' ? [[field, value]] : [];
  })[0];
  return question === undefined ? search.readAll() : search.run([question]);
}

interface SearchTerms {
  readonly collection: CollectionName;
  /** What is known of the record. */
  readonly fields: Fields;
  readonly records: Lists;
  readonly pageSize: number;
  /** What a record that the service lists is to the one that is looked for. */
  readonly judge: (record: ToldRecord) => Promise<'found' | 'lookalike' | 'other'>;
}

/** Searches the list of a collection, by a field where that filters, else page by page. */
export class ListSearch {
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
      if (size === 0 || !wireOf(collection).isPaged) return this.#orLookalike({ kind: 'absent' });
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
