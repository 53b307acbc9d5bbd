import type { CollectionName } from '@contract/collections';
import { lettersOf, wordsOf } from '@contract/folding';
import {
  EXPLAINED_AT_MOST,
  type FieldValue,
  type RecordFilter,
  type RecordKey,
  type RecordQuery,
  type RecordsFound,
  type ValueCount,
} from '@contract/records';
import { bestFirst, literalMatches } from './best-first';
import type { Connection } from './connection';
import { inOrder } from './in-order';
import type { Column, Listing } from './listing';
import { isSought, RelatedVehicles, type Relation } from './related';
import { parseList } from './stored-values';
import { TypeWords } from './type-words';
import { unknownValues } from './unknown-values';

/** Values that a filter offers. */
const MOST_VALUES = 200;

/** A trigram index knows nothing shorter. */
const TRIGRAM = 3;

/** Nobody looks for more words at once; each costs two looks into the index. */
const MOST_WORDS = 16;

/** What a query finds, in its order. */
export function findRecords(
  connection: Connection,
  listingOf: (collection: CollectionName) => Listing,
  query: RecordQuery,
): RecordsFound {
  const listing = listingOf(query.collection);
  const rows = listing.rows();
  const matches = matcher(listing, query, (field) =>
    unknownValues(connection, listingOf, { collection: query.collection, field }),
  );
  const types = TypeWords.of(listing, query);
  const indexed = searched(connection, query.search, types);
  const literal = literalMatches(listing, query.collection, query.search);
  const found = indexed && literal.length > 0 ? new Set([...indexed, ...literal]) : indexed;
  const own: number[] = [];
  for (const id of found ?? rows.keys()) {
    if (matches(id)) own.push(id);
  }
  const isRelated = query.related === true && query.collection === 'vehicles';
  const others = isRelated && found !== null ? new RelatedVehicles(connection, listingOf) : null;
  const known = new Set(own);
  const related = new Map<number, Relation>();
  if (others !== null && found !== null) {
    const all = relatedTo(connection, others, { search: query.search, found, types });
    for (const [id, relation] of all) if (!known.has(id) && matches(id)) related.set(id, relation);
  }
  const keyOf = (id: number): RecordKey => rows.get(id)?.key ?? '';
  const sorted = (ids: number[]): readonly number[] => inOrder(listing, ids, query.sort, types);
  const ordered =
    query.bestFirst === true
      ? [
          ...bestFirst(listing, query.collection, query.search, sorted(own)),
          ...sorted([...related.keys()]),
        ]
      : sorted([...own, ...related.keys()]);
  const keys = ordered.map(keyOf);
  if (others === null || related.size === 0) return { keys };
  const explained = ordered.filter((id) => related.has(id)).slice(0, EXPLAINED_AT_MOST);
  const by = explained.flatMap((id) => {
    const relation = related.get(id);
    return relation ? [[keyOf(id), others.describe(relation, query.search)] as const] : [];
  });
  return { keys, by: Object.fromEntries(by) };
}

/**
 * Vehicles that are found by what is on them: one record there fits all that is sought, or each word
 * fits the vehicle or something on it, as in `Volvo Ana`.
 */
function relatedTo(
  connection: Connection,
  others: RelatedVehicles,
  of: { search: string; found: Iterable<number>; types: TypeWords | null },
): ReturnType<RelatedVehicles['of']> {
  const { search, found, types } = of;
  const related = others.of(found, search);
  const words = wordsOf(search).slice(0, MOST_WORDS);
  if (words.length < 2) return related;
  const hits = words.map((word) => {
    const ids = new Set([...indexed(connection, [word], null), ...(types?.beginning(word) ?? [])]);
    return { word, ids, isOfOthers: isSought(word) && others.isAnyOf(ids) };
  });
  // Only the vehicles of the rarest word are looked at: `an` alone is on a third of the fleet.
  const rarest = hits.reduce((least, each) => (each.ids.size < least.ids.size ? each : least));
  const byRarest = others.of(rarest.ids, rarest.word);
  const undecided: number[] = [];
  for (const id of new Set([...rarest.ids, ...byRarest.keys()])) {
    const missing = hits.filter(({ ids }) => !ids.has(id));
    const [only] = missing;
    if (related.has(id) || only === undefined) continue;
    const relation = byRarest.get(id);
    if (missing.length === 1 && only === rarest && relation) related.set(id, relation);
    else if (missing.every(({ isOfOthers }) => isOfOthers)) {
      undecided.push(id);
    }
  }
  for (const [id, relations] of others.on(undecided)) {
    const reasons = hits
      .filter(({ ids }) => !ids.has(id))
      .map(({ ids }) => relations.find((each) => ids.has(each.id)));
    const [reason] = reasons;
    if (reason && !reasons.includes(undefined)) related.set(id, reason);
  }
  return related;
}

/**
 * Values that a field takes, the most frequent first; of lists each value counts. Records of which
 * the value is not known yet are counted apart.
 */
export function countValues(
  listing: Listing,
  field: string,
  isUnknown: (id: number) => boolean = () => false,
): ValueCount[] {
  const { values } = listing.column(field);
  const counts = new Map<string | null, number>();
  let unknown = 0;
  for (const [id, { isGone }] of listing.rows()) {
    if (isGone) continue;
    if (isUnknown(id)) {
      unknown += 1;
      continue;
    }
    for (const value of valuesOf(values.get(id))) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const known = [...counts]
    .map(([value, count]): ValueCount => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_VALUES);
  return unknown === 0 ? known : [{ value: null, count: unknown, isUnknown: true }, ...known];
}

function matcher(
  listing: Listing,
  query: RecordQuery,
  unknownIn: (field: string) => (id: number) => boolean,
): (id: number) => boolean {
  const rows = listing.rows();
  const tests = query.filters.map((filter) =>
    filterTest(listing.column(filter.field), filter, unknownIn(filter.field)),
  );
  return (id) => {
    const row = rows.get(id);
    // Rows of other collections share the index.
    if (row === undefined || (row.isGone && !query.withGone)) return false;
    return tests.every((test) => test(id));
  };
}

const isDay = /^\d{4}-\d\d-\d\d/;

function filterTest(
  { values }: Column,
  filter: RecordFilter,
  isUnknown: (id: number) => boolean,
): (id: number) => boolean {
  if ('isPresent' in filter) {
    return (id) => values.has(id) === filter.isPresent && !isUnknown(id);
  }
  if ('from' in filter) {
    const { from, before } = filter;
    return (id) => {
      const value = values.get(id);
      if (typeof value !== 'number') return false;
      return (from === null || value >= from) && (before === null || value < before);
    };
  }
  if ('fromDay' in filter) {
    const { fromDay, toDay } = filter;
    return (id) => {
      const value = values.get(id);
      if (typeof value !== 'string' || !isDay.test(value)) return false;
      // A service may put a time behind the day.
      const day = value.slice(0, 10);
      return (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
    };
  }
  const wanted = new Set(filter.anyOf);
  const { withUnknown = false } = filter;
  return (id) =>
    isUnknown(id) ? withUnknown : valuesOf(values.get(id)).some((value) => wanted.has(value));
}

function valuesOf(value: FieldValue | undefined): readonly (string | null)[] {
  if (value === undefined || value === null) return [null];
  return Array.isArray(value) ? value : [String(value)];
}

/**
 * Rows that a search finds, null where nothing is searched for. Each word has to be the beginning
 * of a word, of the type's in the reader's language too, or any part of a plate or number; so may
 * be the whole, as in a plate with a space.
 */
function searched(
  connection: Connection,
  search: string,
  types: TypeWords | null,
): Iterable<number> | null {
  const words = wordsOf(search).slice(0, MOST_WORDS);
  if (words.length === 0) return search.trim() === '' ? null : [];
  const whole = lettersOf(search);
  const hasWhole = words.length > 1 && whole.length >= TRIGRAM;
  const ofTypes = words.map((word) => types?.beginning(word) ?? []);
  if (ofTypes.every((ids) => ids.length === 0)) {
    return indexed(connection, words, hasWhole ? whole : null);
  }
  const found = words.map(
    (word, index) => new Set([...indexed(connection, [word], null), ...(ofTypes[index] ?? [])]),
  );
  const [first = new Set<number>(), ...others] = found;
  const all = [...first].filter((id) => others.every((ids) => ids.has(id)));
  return hasWhole ? new Set([...all, ...indexed(connection, [], whole)]) : all;
}

/** Rows that the index finds by all of the words, or by a part that is `whole`. */
function indexed(connection: Connection, words: readonly string[], whole: string | null): number[] {
  const values: string[] = [];
  const either = (word: string): string => {
    values.push(phrase(word) + '*');
    const beginnings = 'SELECT rowid FROM words WHERE words MATCH ?';
    if (word.length < TRIGRAM) return beginnings;
    values.push(phrase(word));
    return `${beginnings} UNION SELECT rowid FROM parts WHERE parts MATCH ?`;
  };
  const ways: string[] = [];
  if (words.length > 0) {
    ways.push(words.map((word) => `SELECT rowid FROM (${either(word)})`).join(' INTERSECT '));
  }
  if (whole !== null) {
    values.push(phrase(whole));
    ways.push('SELECT rowid FROM parts WHERE parts MATCH ?');
  }
  const sql = ways.map((way) => `SELECT rowid FROM (${way})`).join(' UNION ');
  const [found] = connection.texts(
    `SELECT CAST(json_group_array(rowid) AS BLOB) FROM (${sql})`,
    ...values,
  );
  return parseList(found).filter((id) => typeof id === 'number');
}

/** A word has letters and digits alone; in quotes it is never a word of the search's own language. */
function phrase(word: string): string {
  return `"${word}"`;
}
