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
import { RelatedVehicles, type Relation } from './related';
import { RowSet } from './row-set';
import { TRIGRAM, type SoughtWords } from './sought-words';
import { TypeWords } from './type-words';
import { unknownValues } from './unknown-values';

/** Values that a filter offers. */
const MOST_VALUES = 200;

/** Nobody looks for more words at once; each costs two looks into the index. */
const MOST_WORDS = 16;

/** What a query finds, in its order. */
export function findRecords(
  connection: Connection,
  listingOf: (collection: CollectionName) => Listing,
  sought: SoughtWords,
  query: RecordQuery,
): RecordsFound {
  const listing = listingOf(query.collection);
  const rows = listing.rows();
  const matches = matcher(listing, query, (field) =>
    unknownValues(connection, listingOf, { collection: query.collection, field }),
  );
  const types = TypeWords.of(listing, query);
  const search = searchFor(sought, query.search, types);
  const literal = literalMatches(listing, query.collection, query.search);
  const found =
    search === null || literal.length === 0
      ? search?.found
      : new RowSet([...search.found, ...literal]).ids;
  const own = [...(found ?? rows.keys())].filter(matches);
  const isRelated = query.related === true && query.collection === 'vehicles';
  const others = isRelated && search !== null ? new RelatedVehicles(connection, listingOf) : null;
  const related = new Map<number, Relation>();
  if (others !== null && search !== null) {
    const known = new RowSet(own);
    for (const [id, relation] of relatedTo(others, query.search, search)) {
      if (!known.has(id) && matches(id)) related.set(id, relation);
    }
  }
  const keyOf = (id: number): RecordKey => rows.get(id)?.key ?? '';
  const sorted = (ids: readonly number[]): readonly number[] =>
    inOrder(listing, ids, query.sort, types);
  const ordered =
    query.bestFirst === true
      ? [
          ...bestFirst(listing, query.collection, query.search, sorted(own)),
          ...sorted([...related.keys()]),
        ]
      : sorted([...own, ...related.keys()]);
  const keys = ordered.map(keyOf);
  if (others === null || related.size === 0) return { keys };
  const explained = ordered.flatMap((id) => {
    const relation = related.get(id);
    return relation ? [[id, relation] as const] : [];
  });
  return { keys, by: others.describe(explained.slice(0, EXPLAINED_AT_MOST), query.search) };
}

/**
 * Vehicles that are found by what is on them: one record there fits all that is sought, or each word
 * fits the vehicle or something on it, as in `Volvo Ana`.
 */
function relatedTo(
  others: RelatedVehicles,
  text: string,
  { found, words }: Search,
): Map<number, Relation> {
  const related = others.of(found, text);
  if (words.length < 2) return related;
  const hits = words.map(({ word, rows }) => ({ rows, related: others.of(rows.ids, word) }));
  const sizeOf = (hit: (typeof hits)[number]): number => hit.rows.size + hit.related.size;
  // Only what the rarest word finds is looked at: `an` alone is on a third of the fleet.
  const rarest = hits.reduce((least, each) => (sizeOf(each) < sizeOf(least) ? each : least));
  const decide = (id: number): void => {
    if (related.has(id)) return;
    let reason: Relation | undefined;
    for (const hit of hits) {
      if (hit.rows.has(id)) continue;
      const relation = hit.related.get(id);
      if (relation === undefined) return;
      reason ??= relation;
    }
    if (reason !== undefined) related.set(id, reason);
  };
  for (const id of rarest.rows.ids) decide(id);
  for (const id of rarest.related.keys()) decide(id);
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

/** A word that is sought, with the rows that it finds. */
interface SoughtWord {
  readonly word: string;
  readonly rows: RowSet;
}

/** What a search finds in the index. */
interface Search {
  readonly words: readonly SoughtWord[];
  /** Rows that all words find. */
  readonly found: readonly number[];
}

/**
 * What a search finds, null where nothing is searched for. Each word has to be the beginning of a
 * word, of the type's in the reader's language too, or any part of a plate or number; so may be the
 * whole, as in a plate with a space.
 */
function searchFor(sought: SoughtWords, search: string, types: TypeWords | null): Search | null {
  const words = wordsOf(search)
    .slice(0, MOST_WORDS)
    .map((word): SoughtWord => {
      const rows = sought.rowsOf(word);
      const ofTypes = types?.beginning(word) ?? [];
      return { word, rows: ofTypes.length === 0 ? rows : new RowSet([...rows.ids, ...ofTypes]) };
    });
  const [first, ...rest] = [...words].sort((one, other) => one.rows.size - other.rows.size);
  if (first === undefined) return search.trim() === '' ? null : { words, found: [] };
  const found = first.rows.ids.filter((id) => rest.every(({ rows }) => rows.has(id)));
  const whole = lettersOf(search);
  if (words.length === 1 || whole.length < TRIGRAM) return { words, found };
  return { words, found: new RowSet([...found, ...sought.rowsHolding(whole).ids]).ids };
}
