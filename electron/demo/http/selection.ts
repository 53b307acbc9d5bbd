import { setImmediate as breathe } from 'node:timers/promises';
import { folded } from '../world/fleet/people';
import { Collection } from '../world/fleet/collection';
import type { Filter, ListQuery } from './query';

/** The values of a field of a record; several where the field belongs to related records. */
export type FieldReader<T> = (record: T, field: string) => readonly unknown[];

/** Reads what every record has: its id, its enterprise's where it has one, its attributes. */
export function ownFields<T extends { readonly id: string; readonly enterpriseId?: string }>(
  attributesOf: (record: T) => Readonly<Record<string, unknown>>,
): FieldReader<T> {
  // A search reads several fields of a record, and then never again.
  let last: { record: T; attributes: Readonly<Record<string, unknown>> } | null = null;
  return (record, field) => {
    if (field === 'id') return [record.id];
    if (field === 'enterprise.id') return [record.enterpriseId];
    if (last?.record !== record) last = { record, attributes: attributesOf(record) };
    return [last.attributes[field]];
  };
}

/** Records that are looked at before others get their turn. */
const AT_ONCE = 500;

/** The records of one page: filtered, searched, sorted, cut. */
export async function selectPage<T extends { readonly id: string }>(
  records: Collection<T> | readonly T[],
  query: ListQuery,
  read: FieldReader<T>,
): Promise<T[]> {
  const offset = (query.page - query.firstPage) * query.limit;
  const isPlain = query.filters.length === 0 && query.search === null && query.sort === null;
  if (isPlain && records instanceof Collection) return records.page(offset, query.limit);
  const wanted = query.search === null ? null : folded(query.search);
  const found: T[] = [];
  // Without an order of its own, a page is known once it is full.
  const enough = query.sort === null ? offset + query.limit : Infinity;
  let seen = 0;
  for (const record of records) {
    if (found.length >= enough) break;
    seen += 1;
    if (seen % AT_ONCE === 0) await breathe();
    if (!query.filters.every((filter) => matches(read(record, filter.field), filter))) continue;
    const isFound =
      wanted === null ||
      query.searchables.some((field) =>
        read(record, field).some((value) => textOf(value).includes(wanted)),
      );
    if (isFound) found.push(record);
  }
  const { sort } = query;
  if (sort) {
    const keyed = found.map((record) => ({ record, key: textOf(read(record, sort.field)[0]) }));
    keyed.sort((a, b) => compare(a.key, b.key) * sort.direction);
    return keyed.slice(offset, offset + query.limit).map(({ record }) => record);
  }
  return found.slice(offset, offset + query.limit);
}

function matches(values: readonly unknown[], { operator, values: operands }: Filter): boolean {
  const [first = '', second = ''] = operands;
  const operand = folded(first);
  const some = (test: (value: string) => boolean): boolean =>
    values.some((value) => test(textOf(value)));
  switch (operator) {
    case 'eq':
      return first === 'null'
        ? values.every((value) => value === null)
        : some((v) => v === operand);
    case 'neq':
      return first === 'null' ? some((v) => v !== '') : !some((v) => v === operand);
    case 'ilk':
      return some((value) => value.includes(operand.replaceAll('%', '')));
    case 'sw':
      return some((value) => value.startsWith(operand));
    case 'ew':
      return some((value) => value.endsWith(operand));
    case 'btw':
      return values.some((value) => isBetween(value, first, second));
  }
}

function isBetween(value: unknown, low: string, high: string): boolean {
  if (value === null || value === undefined) return false;
  const text = textOf(value);
  return text >= folded(low) && text <= folded(high);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return folded(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
