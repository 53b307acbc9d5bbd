import { fieldsOf } from '@contract/resources';
import { compareKeys, sortKeyOf, wordsOf } from '@contract/folding';
import type { FieldValue, RecordQuery } from '@contract/records';
import { typeKeyOf } from '@contract/vehicles';
import type { Listing } from './listing';

/** The field that holds a type of vehicle, and so has words in the reader's language. */
const TYPE = 'typeName';

/** Types of vehicles by the words of a reader's language: what is found and sorted by them. */
export class TypeWords {
  readonly #listing: Listing;
  readonly #words: ReadonlyMap<string, string>;

  constructor(listing: Listing, words: Readonly<Record<string, string>>) {
    this.#listing = listing;
    this.#words = new Map(Object.entries(words));
  }

  /** The words that a query brings; null where types go by what the service calls them. */
  static of(listing: Listing, { collection, typeWords }: RecordQuery): TypeWords | null {
    const hasTypes = Object.hasOwn(fieldsOf(collection), TYPE);
    return typeWords === undefined || !hasTypes ? null : new TypeWords(listing, typeWords);
  }

  /** Whether a field is sorted by words. */
  isAbout(field: string): boolean {
    return field === TYPE;
  }

  /** Rows whose types have the same word together, in the order of the words; each group as it was. */
  groups(ids: readonly number[]): number[][] {
    const { values } = this.#listing.column(TYPE);
    const keys = new Map<FieldValue | undefined, string>();
    const byKey = new Map<string, number[]>();
    for (const id of ids) {
      const value = values.get(id);
      const key = keys.get(value) ?? sortKeyOf(this.#wordOf(value));
      keys.set(value, key);
      const ofKey = byKey.get(key);
      if (ofKey === undefined) byKey.set(key, [id]);
      else ofKey.push(id);
    }
    return [...byKey].sort(([a], [b]) => compareKeys(a, b)).map(([, ofKey]) => ofKey);
  }

  /** Rows of whose type a word begins with a folded one. */
  beginning(word: string): number[] {
    const types = new Set<string>();
    for (const [key, words] of this.#words) {
      if (wordsOf(words).some((each) => each.startsWith(word))) types.add(key);
    }
    if (types.size === 0) return [];
    const isFound = new Map<FieldValue, boolean>();
    const ids: number[] = [];
    for (const [id, value] of this.#listing.column(TYPE).values) {
      let found = isFound.get(value);
      if (found === undefined) {
        found = types.has(typeKeyOf(String(value)));
        isFound.set(value, found);
      }
      if (found) ids.push(id);
    }
    return ids;
  }

  #wordOf(value: FieldValue | undefined): string {
    const typeName = String(value ?? '');
    return this.#words.get(typeKeyOf(typeName)) ?? typeName;
  }
}
