import { sortKeyOf } from '@contract/folding';
import type { FieldValue } from '@contract/records';
import { liveStates } from '@contract/rules/live-state';
import { isFieldValue, parse } from './stored-values';

/** States are told in an order of their own: what moves comes first. */
export function rankOfState(value: FieldValue): FieldValue {
  const rank = liveStates.findIndex((state) => state === value);
  return rank < 0 ? liveStates.length : rank;
}

/** JSON of a visible value: what waits here, also where it is to be empty, else what was told. */
export function visible(field: string): string {
  const path = `'$."${field}"'`;
  return `CASE
    WHEN json_valid(pending) AND json_type(pending, ${path}) IS NOT NULL THEN pending -> ${path}
    WHEN json_valid(told) THEN told -> ${path}
  END`;
}

/** The same of a field that the service does not return: else what was set here last. */
export function visibleOrSet(field: string): string {
  const path = `'$."${field}"'`;
  const holds = (column: string): string =>
    `json_valid(${column}) AND json_type(${column}, ${path}) IS NOT NULL`;
  return `CASE
    WHEN ${holds('pending')} THEN pending -> ${path}
    WHEN ${holds('told')} THEN told -> ${path}
    WHEN json_valid(set_here) THEN set_here -> '$."${field}".value'
  END`;
}

/** A cell of its own: JSON as text. */
export function readCell(text: unknown): FieldValue {
  const value = parse(text);
  return isFieldValue(value) ? value : null;
}

/** A cell out of the JSON of all: already read. */
export function fromCell(value: unknown): FieldValue {
  return isFieldValue(value) ? value : null;
}

export function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function sortKeyOfValue(value: FieldValue): string | number {
  if (typeof value === 'number') return value;
  return sortKeyOf(Array.isArray(value) ? value.join(', ') : (value ?? ''));
}

/** Orders two sort keys: numbers before texts, nothing last. */
export function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}
