import { isColumn, nameFieldOf } from '@contract/resources';
import {
  recordKeySchema,
  SORTED_AT_MOST,
  type RecordFilter,
  type RecordQuery,
} from '@contract/records';
import { searchTerms } from '@/app/records/search-query';
import type { TableSort } from '@/ui/table-columns';
import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { RecordKind } from './kind';
import {
  ANY,
  conditionOf,
  filtersOf,
  isSpanned,
  NONE,
  type FilterTime,
  type ListFilter,
} from './list-filters';
import { readSpan } from '@/app/spans/moment-span';

/** What a resource screen shows, as its address says it. */
export type ListAddress = {
  search: string;
  /** At least one column; the first decides. */
  sort: readonly TableSort[];
  /** Chosen values by the filter's id; `''` stands for an empty field. */
  filters: Readonly<Record<string, readonly string[]>>;
  isUnsent: boolean;
  withGone: boolean;
  /** The record that is open in the side panel. */
  record: string | null;
  /** The address names a record by something that no record can be called. */
  isRecordBroken: boolean;
  isNew: boolean;
  tab: string | null;
  /** The saved view that the list was opened as; it may have been changed since. */
  view: string | null;
};

const unsentMarks = ['waiting', 'sending', 'attention', 'deleting'];

function texts(value: LocationQuery[string] | undefined): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string').slice(0, 100);
}

/** Reads an address; what makes no sense in it is left out. */
export function readAddress(kind: RecordKind, query: LocationQuery): ListAddress {
  const [search = ''] = texts(query['q']);
  const [record = null] = texts(query['record']);
  const isKey = record !== null && recordKeySchema.safeParse(record).success;
  return {
    search: search.slice(0, 200),
    sort: readSort(kind, texts(query['sort'])),
    filters: Object.fromEntries(
      filtersOf(kind)
        .map(({ id, kind: how }) => [id, texts(query[id]).filter(makesSense(how))] as const)
        .filter(([, all]) => all.length > 0),
    ),
    isUnsent: query['unsent'] !== undefined,
    withGone: query['gone'] !== undefined,
    record: isKey ? record : null,
    isRecordBroken: record !== null && !isKey,
    isNew: query['new'] !== undefined,
    tab: texts(query['tab'])[0] ?? null,
    view: texts(query['view'])[0]?.slice(0, 64) ?? null,
  };
}

function makesSense(how: ListFilter['kind']): (value: string) => boolean {
  return (value) => !isSpanned(how) || value === NONE || value === ANY || readSpan(value) !== null;
}

function readSort(kind: RecordKind, columns: readonly string[]): readonly TableSort[] {
  const sort = new Map<string, TableSort>();
  for (const column of columns) {
    const [field = '', direction] = column.split('.');
    const isField = field === 'mark' || isColumn(kind.collection, field);
    if (!isField || sort.has(field)) continue;
    sort.set(field, { field, direction: direction === 'down' ? 'down' : 'up' });
  }
  const read = [...sort.values()].slice(0, SORTED_AT_MOST);
  return read.length > 0 ? read : plainSort(kind);
}

/** The order that a list comes in. */
function plainSort({ collection }: RecordKind): readonly TableSort[] {
  return [{ field: nameFieldOf(collection), direction: 'up' }];
}

function isPlainSort({ collection }: RecordKind, sort: readonly TableSort[]): boolean {
  const [first] = sort;
  return sort.length === 1 && first?.field === nameFieldOf(collection) && first.direction === 'up';
}

/** What a person's choice in the head of the table means for the list. */
export function sortChosen(
  kind: RecordKind,
  before: readonly TableSort[],
  chosen: readonly TableSort[],
): readonly TableSort[] {
  if (chosen.length === 0) return plainSort(kind);
  // Nobody chose the order that the list comes in, so a column that is added takes its place.
  const isAdded = chosen.length > 1 && isPlainSort(kind, before);
  return (isAdded ? chosen.slice(1) : chosen).slice(0, SORTED_AT_MOST);
}

/** Writes an address; what is as it comes is left out. */
export function writeAddress(kind: RecordKind, address: ListAddress): LocationQueryRaw {
  const { search, sort, filters, record, tab, view } = address;
  return {
    ...(search === '' ? {} : { q: search }),
    ...(isPlainSort(kind, sort)
      ? {}
      : { sort: sort.map(({ field, direction }) => `${field}.${direction}`) }),
    ...Object.fromEntries(Object.entries(filters).filter(([, all]) => all.length > 0)),
    ...(address.isUnsent ? { unsent: null } : {}),
    ...(address.withGone ? { gone: null } : {}),
    ...(record === null ? {} : { record }),
    ...(address.isNew ? { new: null } : {}),
    ...(tab === null || (record === null && !address.isNew) ? {} : { tab }),
    ...(view === null ? {} : { view }),
  };
}

/** The query that an address means. */
export function queryOf(
  kind: RecordKind,
  address: ListAddress,
  search: string,
  time: FilterTime,
): RecordQuery {
  const filters = filtersOf(kind).flatMap((filter): RecordFilter[] => {
    const condition = conditionOf(filter, address.filters[filter.id] ?? [], time);
    return condition === null ? [] : [condition];
  });
  return {
    collection: kind.collection,
    search: search.trim(),
    filters: address.isUnsent ? [...filters, { field: 'mark', anyOf: unsentMarks }] : filters,
    sort: [...address.sort],
    // A person who sorted the list means that order.
    ...(isPlainSort(kind, address.sort) && search.trim() !== '' && { bestFirst: true }),
    withGone: address.withGone,
    ...searchTerms(kind.collection),
  };
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, filters, isUnsent }: ListAddress): boolean {
  return search.trim() !== '' || isUnsent || Object.values(filters).some((all) => all.length > 0);
}
