import { badRequest } from './errors';

/** A value at a path of the request, so that a complaint can say where it is. */
export interface Found {
  readonly path: string;
  readonly value: unknown;
}

/**
 * Collects what is wrong with a request. All of it is named in one message, up to a few, parted
 * by semicolons, each beginning with the path of the field.
 */
export class Complaints {
  readonly #messages: string[] = [];

  add(path: string, problem: string): void {
    this.#messages.push(`${path} ${problem}`);
  }

  /** @throws Refusal with status 400 when there is anything to complain about */
  settle(): void {
    if (this.#messages.length > 0) throw badRequest(this.#messages.slice(0, 5).join('; '));
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const ID_PATTERN = /^[a-zA-Z0-9]{15}$/;

/** Checks a value and gives it back when it is good; undefined after a complaint. */
export type Check<T> = (found: Found, complaints: Complaints) => T | undefined;

export function text(
  limits: { most?: number; pattern?: RegExp; form?: string } = {},
): Check<string> {
  return ({ path, value }, complaints) => {
    if (typeof value !== 'string') complaints.add(path, 'must be a string');
    else if (value.trim() === '') complaints.add(path, 'must not be empty');
    else if (value.length > (limits.most ?? 255)) {
      complaints.add(path, `must have at most ${limits.most ?? 255} characters`);
    } else if (limits.pattern && !limits.pattern.test(value)) {
      complaints.add(path, `must be ${limits.form ?? 'of another form'}`);
    } else return value;
    return undefined;
  };
}

export function boolean(): Check<boolean> {
  return ({ path, value }, complaints) => {
    if (typeof value === 'boolean') return value;
    complaints.add(path, 'must be a boolean');
    return undefined;
  };
}

export function oneOf<T extends string>(values: readonly T[]): Check<T> {
  return ({ path, value }, complaints) => {
    const known = values.find((candidate) => candidate === value);
    if (known === undefined) complaints.add(path, `must be one of ${values.join(', ')}`);
    return known;
  };
}

export function identifier(): Check<string> {
  return ({ path, value }, complaints) => {
    if (typeof value === 'string' && ID_PATTERN.test(value)) return value;
    complaints.add(path, 'must match ^[a-zA-Z0-9]{15}$');
    return undefined;
  };
}

/** The member of an object, with its path. */
export function member(parent: Found, name: string): Found {
  const value =
    isObject(parent.value) && Object.hasOwn(parent.value, name) ? parent.value[name] : undefined;
  return { path: parent.path === '' ? name : `${parent.path}.${name}`, value };
}

export function required<T>(found: Found, check: Check<T>, complaints: Complaints): T | undefined {
  if (found.value === undefined || found.value === null) {
    complaints.add(found.path, 'is required');
    return undefined;
  }
  return check(found, complaints);
}

/** Complains about every member of an object that is not among the names. */
export function onlyMembers(found: Found, names: readonly string[], complaints: Complaints): void {
  if (!isObject(found.value)) return;
  for (const name of Object.keys(found.value)) {
    if (!names.includes(name)) complaints.add(`${found.path}.${name}`, 'is not allowed');
  }
}

/** The object under `data`. @throws Refusal 400 where there is none */
export function dataObject(body: unknown): Found {
  const data = member({ path: 'body', value: body }, 'data');
  if (data.value === undefined) throw badRequest(`${data.path} is required`);
  if (!isObject(data.value)) throw badRequest(`${data.path} must be an object`);
  return data;
}

/** The most items that one list may hold. */
const MOST_ITEMS = 100;

/** The objects of a list under `data`. */
export function dataList(body: unknown, complaints: Complaints): Found[] {
  const data = member({ path: 'body', value: body }, 'data');
  if (data.value === undefined) complaints.add(data.path, 'is required');
  else if (!Array.isArray(data.value)) complaints.add(data.path, 'must be an array');
  else if (data.value.length === 0) complaints.add(data.path, 'must not be empty');
  else if (data.value.length > MOST_ITEMS) {
    complaints.add(data.path, `must have at most ${MOST_ITEMS} items`);
  } else {
    const items: unknown[] = data.value;
    return items.flatMap((value, index) => {
      const path = `body.data[${index}]`;
      if (isObject(value)) return [{ path, value }];
      complaints.add(path, 'must be an object');
      return [];
    });
  }
  return [];
}

/** The ids under `relationships`, each of the form `{type, id}`; null where one is null. */
export function readRelationships<N extends string>(
  item: Found,
  types: Record<N, string>,
  exists: (name: N, id: string) => boolean,
  complaints: Complaints,
): Partial<Record<N, string | null>> {
  const relationships = member(item, 'relationships');
  const result: Partial<Record<N, string | null>> = {};
  if (relationships.value === undefined) return result;
  if (!isObject(relationships.value)) {
    complaints.add(relationships.path, 'must be an object');
    return result;
  }
  onlyMembers(relationships, Object.keys(types), complaints);
  for (const [name, type] of Object.entries(types) as [N, string][]) {
    const found = member(relationships, name);
    if (found.value === undefined) continue;
    if (found.value === null) {
      result[name] = null;
      continue;
    }
    if (!isObject(found.value)) {
      complaints.add(found.path, 'must be an object');
      continue;
    }
    required(member(found, 'type'), oneOf([type]), complaints);
    const id = required(member(found, 'id'), identifier(), complaints);
    if (id === undefined) continue;
    if (exists(name, id)) result[name] = id;
    else complaints.add(`${found.path}.id`, 'was not found');
  }
  return result;
}

/** The ids of a delete list `[{type, id}]`. */
export function readDeleteList(body: unknown, type: string): { path: string; id: string }[] {
  const complaints = new Complaints();
  const ids = dataList(body, complaints).flatMap((item) => {
    required(member(item, 'type'), oneOf([type]), complaints);
    const id = required(member(item, 'id'), identifier(), complaints);
    return id === undefined ? [] : [{ path: item.path, id }];
  });
  complaints.settle();
  return ids;
}
