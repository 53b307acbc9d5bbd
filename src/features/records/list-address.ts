import { fieldsOf } from '@contract/collections';
import { recordKeySchema, type RecordFilter, type RecordQuery } from '@contract/records';
import { readTypeWords } from '@/app/vehicle-name';
import type { TableSort } from '@/ui/table-columns';
import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { RecordKind } from './kind';

/** What a resource screen shows, as it stands in its address. */
export type ListAddress = {
  search: string;
  sort: TableSort;
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
};

const unsentMarks = ['waiting', 'sending', 'attention', 'deleting'];

function texts(value: LocationQuery[string] | undefined): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string').slice(0, 100);
}

/** Reads an address; what makes no sense in it is left out. */
export function readAddress(kind: RecordKind, query: LocationQuery): ListAddress {
  const [search = ''] = texts(query['q']);
  const [sort = ''] = texts(query['sort']);
  const [field = '', direction] = sort.split('.');
  const isField = field === 'mark' || Object.hasOwn(fieldsOf(kind.collection), field);
  const [record = null] = texts(query['record']);
  const isKey = record !== null && recordKeySchema.safeParse(record).success;
  return {
    search: search.slice(0, 200),
    sort: isField
      ? { field, direction: direction === 'down' ? 'down' : 'up' }
      : { field: kind.titleField, direction: 'up' },
    filters: Object.fromEntries(
      kind.filters
        .map(({ id }) => [id, texts(query[id])] as const)
        .filter(([, all]) => all.length > 0),
    ),
    isUnsent: query['unsent'] !== undefined,
    withGone: query['gone'] !== undefined,
    record: isKey ? record : null,
    isRecordBroken: record !== null && !isKey,
    isNew: query['new'] !== undefined,
    tab: texts(query['tab'])[0] ?? null,
  };
}

/** Whether the list is in the order that it comes in. */
function isPlainSort({ titleField }: RecordKind, { sort }: Pick<ListAddress, 'sort'>): boolean {
  return sort.field === titleField && sort.direction === 'up';
}

/** Writes an address; what is as it comes is left out. */
export function writeAddress(kind: RecordKind, address: ListAddress): LocationQueryRaw {
  const { search, sort, filters, record, tab } = address;
  return {
    ...(search === '' ? {} : { q: search }),
    ...(isPlainSort(kind, address) ? {} : { sort: `${sort.field}.${sort.direction}` }),
    ...Object.fromEntries(Object.entries(filters).filter(([, all]) => all.length > 0)),
    ...(address.isUnsent ? { unsent: null } : {}),
    ...(address.withGone ? { gone: null } : {}),
    ...(record === null ? {} : { record }),
    ...(address.isNew ? { new: null } : {}),
    ...(tab === null || (record === null && !address.isNew) ? {} : { tab }),
  };
}

/** The query that an address means. */
export function queryOf(kind: RecordKind, address: ListAddress, search: string): RecordQuery {
  const filters = kind.filters.flatMap(({ id, field, kind: how }): RecordFilter[] => {
    const chosen = address.filters[id] ?? [];
    if (chosen.length === 0) return [];
    if (how !== 'state') {
      return [{ field, anyOf: chosen.map((value) => (value === '' ? null : value)) }];
    }
    // Both states are all there are.
    return chosen.length > 1 ? [] : [{ field, isPresent: chosen[0] === 'deactivated' }];
  });
  return {
    collection: kind.collection,
    search: search.trim(),
    filters: address.isUnsent ? [...filters, { field: 'mark', anyOf: unsentMarks }] : filters,
    sort: address.sort,
    // A person who sorted the list means that order.
    ...(isPlainSort(kind, address) && search.trim() !== '' && { bestFirst: true }),
    withGone: address.withGone,
    ...(kind.collection === 'vehicles' && { typeWords: readTypeWords() }),
  };
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, filters, isUnsent }: ListAddress): boolean {
  return search.trim() !== '' || isUnsent || Object.values(filters).some((all) => all.length > 0);
}
