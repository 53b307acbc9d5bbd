import { isLocalKey, type RecordKey } from '@contract/records';
import { isObject } from './stored-values';

/** Gives the new name of a key, or the text itself. */
export type NewName = (text: string) => string;

/**
 * The same value with every local key in it called by its new name, wherever it is. Local keys
 * are long and random: a text that is one is never anything else.
 */
export function withNewNames<T>(value: T, newName: NewName): T {
  return rename(value, newName) as T;
}

/** The local keys somewhere in a value. Most hold none, which is found out soon. */
export function localKeysIn(value: unknown, found: RecordKey[] = []): readonly RecordKey[] {
  if (typeof value === 'string') {
    if (isLocalKey(value)) found.push(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) localKeysIn(each, found);
  }
  return found;
}

/** Whether a key may be somewhere in a JSON text. */
export function mentions(json: unknown, key: RecordKey): boolean {
  return typeof json === 'string' && json.includes(`"${key}"`);
}

function rename(value: unknown, newName: NewName): unknown {
  if (typeof value === 'string') return isLocalKey(value) ? newName(value) : value;
  if (Array.isArray(value)) return value.map((each) => rename(each, newName));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, rename(each, newName)]),
  );
}
