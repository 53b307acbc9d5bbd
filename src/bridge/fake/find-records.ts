import { fieldsOf } from '@contract/resources';
import { compareText, fold } from '@contract/folding';
import type {
  FieldValue,
  RecordFilter,
  RecordQuery,
  RecordRow,
  RecordSort,
} from '@contract/records';
import { typeKeyOf } from '@contract/vehicles';

function squeeze(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N} ]/gu, '');
}

function textOf(value: FieldValue | undefined): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** The type of a vehicle as the reader calls it. */
function typeOf({ fields }: RecordRow, { typeWords = {} }: RecordQuery): string {
  const typeName = textOf(fields['typeName']);
  return typeWords[typeKeyOf(typeName)] ?? typeName;
}

function isFound(row: RecordRow, query: RecordQuery): boolean {
  const words = query.search.split(/\s+/).map(squeeze).filter(Boolean);
  const run = words.join('');
  const fields = Object.entries(fieldsOf(query.collection));
  const anyPart = fields.filter(([, { searchable }]) => searchable === 'anyPart');
  if (anyPart.some(([name]) => squeeze(textOf(row.fields[name])).replaceAll(' ', '').includes(run)))
    return true;
  const texts = fields
    .filter(([, { searchable }]) => searchable !== undefined)
    .map(([name]) => squeeze(textOf(row.fields[name])));
  if (query.typeWords) texts.push(squeeze(typeOf(row, query)));
  return words.every((word) =>
    texts.some((text) => text.split(' ').some((part) => part.startsWith(word))),
  );
}

function fits(row: RecordRow, filter: RecordFilter): boolean {
  const value = filter.field === 'mark' ? row.mark : row.fields[filter.field];
  const isEmpty = value === undefined || value === null || value === '';
  if ('isPresent' in filter) return isEmpty !== filter.isPresent;
  if ('from' in filter) {
    const { from, before } = filter;
    if (typeof value !== 'number') return false;
    return (from === null || value >= from) && (before === null || value < before);
  }
  return filter.anyOf.includes(isEmpty ? null : textOf(value));
}

/** 0 for the same value, 1 for one that begins with what is sought, else 2. */
function rankOf(row: RecordRow, { collection, search }: RecordQuery): number {
  const whole = squeeze(search).replaceAll(' ', '');
  const ranks = Object.entries(fieldsOf(collection)).map(([name, { searchable: by, required }]) => {
    if (by !== 'anyPart' && !required) return 2;
    const text = squeeze(textOf(row.fields[name])).replaceAll(' ', '');
    if (text === whole) return 0;
    return text.startsWith(whole) ? 1 : 2;
  });
  return Math.min(2, ...ranks);
}

/** The rows that a query finds, in its order, as the store of main does it. */
export function findRows(rows: Iterable<RecordRow>, query: RecordQuery): RecordRow[] {
  const sorted = sortedRows(rows, query);
  if (query.bestFirst !== true || query.search.trim() === '') return sorted;
  const ranked = sorted.map((row) => ({ row, rank: rankOf(row, query) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ row }) => row);
}

function sortedRows(rows: Iterable<RecordRow>, query: RecordQuery): RecordRow[] {
  const found = [...rows].filter(
    (row) =>
      (query.withGone || row.goneAt === null) &&
      query.filters.every((filter) => fits(row, filter)) &&
      isFound(row, query),
  );
  return [...query.sort].reverse().reduce((rows, sort) => sortedBy(rows, sort, query), found);
}

function sortedBy(
  rows: readonly RecordRow[],
  { field, direction }: RecordSort,
  query: RecordQuery,
): RecordRow[] {
  const sign = direction === 'up' ? 1 : -1;
  const textFor = (row: RecordRow) => {
    if (field === 'mark') return row.mark === 'none' ? '' : row.mark;
    return field === 'typeName' ? typeOf(row, query) : textOf(row.fields[field]);
  };
  return rows
    .map((row) => ({ row, text: textFor(row) }))
    .sort((one, other) => {
      if (one.text === '' || other.text === '') {
        return Number(one.text === '') - Number(other.text === '');
      }
      return sign * compareText(one.text, other.text);
    })
    .map(({ row }) => row);
}
