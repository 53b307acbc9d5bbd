import { collectionNameSchema, type CollectionName } from '@contract/collections';
import type { Fields, FieldValue } from '@contract/records';

/** JSON that the store wrote; null where it can't be read any more: a row never fails a list. */
export function parse(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A plain object out of kept JSON; null for anything else. */
export function parseObject(text: unknown): Readonly<Record<string, unknown>> | null {
  const value = parse(text);
  return isObject(value) ? value : null;
}

/** A list out of kept JSON; empty for anything else. */
export function parseList(text: unknown): readonly unknown[] {
  const value = parse(text);
  return Array.isArray(value) ? value : [];
}

/** The fields out of kept JSON; null where there are none or they can't be read. */
export function parseFields(text: unknown): Fields | null {
  const value = parseObject(text);
  return value === null ? null : readFields(value);
}

/** Those of the values that a field can have, whatever they are called. */
export function readFields(value: unknown): Fields {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((each): each is [string, FieldValue] => isFieldValue(each[1])),
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFieldValue(value: unknown): value is FieldValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  );
}

/** Whether a field looks the same; lists are short, and their JSON is the shortest way to compare. */
export function isSameValue(was: FieldValue | undefined, is: FieldValue | undefined): boolean {
  return was === is || (Array.isArray(was) && JSON.stringify(was) === JSON.stringify(is));
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** One of the words of a union; `fallback` for anything else. */
export function oneOf<T extends string>(words: readonly T[], value: unknown, fallback: T): T {
  return words.find((word) => word === value) ?? fallback;
}

/** A collection's name, declared or not; null for what is none. */
export function collectionOrNull(value: unknown): CollectionName | null {
  return collectionNameSchema.safeParse(value).data ?? null;
}

/** A collection's name; `vehicles` for what is none. */
export function collectionIn(value: unknown): CollectionName {
  return collectionOrNull(value) ?? 'vehicles';
}

/** Booleans can't be bound. */
export function asInteger(value: boolean): number;
export function asInteger(value: boolean | null): number | null;
export function asInteger(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}
