import { derivedOf, fieldsOf } from '@contract/resources';
import { compareKeys, sortKeyOf, wordsOf } from '@contract/folding';
import type { FieldValue, RecordQuery } from '@contract/records';
import { typeKeyOf } from '@contract/vehicles';
import type { Listing } from './listing';

/** The field that holds a type of vehicle, and so has words in the reader's language. */
const TYPE = 'typeName';

/** How the values of a field are called: under which key, and by which words. */
interface Called {
  readonly keyOf: (value: string) => string;
  readonly words: ReadonlyMap<string, string>;
}

/** Values by what a reader calls them, as types: what is found and sorted by that. */
export class TypeWords {
  readonly #listing: Listing;
  readonly #fields: ReadonlyMap<string, Called>;

  constructor(listing: Listing, fields: ReadonlyMap<string, Called>) {
    this.#listing = listing;
    this.#fields = fields;
  }

  /** The words that a query brings; null where values go by what the service calls them. */
  static of(
    listing: Listing,
    { collection, typeWords, valueWords = {} }: RecordQuery,
  ): TypeWords | null {
    const known = { ...derivedOf(collection), ...fieldsOf(collection) };
    const fields = new Map<string, Called>();
    for (const [field, words] of Object.entries(valueWords)) {
      if (!Object.hasOwn(known, field)) continue;
      fields.set(field, { keyOf: (value) => value, words: new Map(Object.entries(words)) });
    }
    if (typeWords !== undefined && Object.hasOwn(known, TYPE)) {
      fields.set(TYPE, { keyOf: typeKeyOf, words: new Map(Object.entries(typeWords)) });
    }
    return fields.size === 0 ? null : new TypeWords(listing, fields);
  }

  /** Whether a field is sorted by words. */
  isAbout(field: string): boolean {
    return this.#fields.has(field);
  }

  /** Rows whose values have the same word together, in the order of the words; each group as it was. */
  groups(ids: readonly number[], field: string): number[][] {
    const { values } = this.#listing.column(field);
    const keys = new Map<FieldValue | undefined, string>();
    const byKey = new Map<string, number[]>();
    for (const id of ids) {
      const value = values.get(id);
      const key = keys.get(value) ?? sortKeyOf(this.#wordOf(field, value));
      keys.set(value, key);
      const ofKey = byKey.get(key);
      if (ofKey === undefined) byKey.set(key, [id]);
      else ofKey.push(id);
    }
    return [...byKey].sort(([a], [b]) => compareKeys(a, b)).map(([, ofKey]) => ofKey);
  }

  /** Rows of whose values a word begins with a folded one. */
  beginning(word: string): number[] {
    return [...this.#fields].flatMap(([field, called]) => this.#beginningIn(field, called, word));
  }

  #beginningIn(field: string, { keyOf, words }: Called, word: string): number[] {
    const meant = new Set<string>();
    for (const [key, text] of words) {
      if (wordsOf(text).some((each) => each.startsWith(word))) meant.add(key);
    }
    if (meant.size === 0) return [];
    const isFound = new Map<FieldValue, boolean>();
    const ids: number[] = [];
    for (const [id, value] of this.#listing.column(field).values) {
      let found = isFound.get(value);
      if (found === undefined) {
        const each = Array.isArray(value) ? value : [String(value)];
        found = each.some((one) => meant.has(keyOf(one)));
        isFound.set(value, found);
      }
      if (found) ids.push(id);
    }
    return ids;
  }

  #wordOf(field: string, value: FieldValue | undefined): string {
    const called = this.#fields.get(field);
    const texts = Array.isArray(value) ? value : [String(value ?? '')];
    return texts.map((text) => called?.words.get(called.keyOf(text)) ?? text).join(', ');
  }
}
