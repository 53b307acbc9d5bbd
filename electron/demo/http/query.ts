import { Complaints, ID_PATTERN, isObject } from './checks';
import { badRequest } from './errors';

/** Any list answers so many records unless told otherwise. */
const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 100;
const LONGEST_SEARCH = 100;

const OPERATORS = ['eq', 'neq', 'ilk', 'sw', 'ew', 'btw'] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  /** One text, or two for `btw`. */
  readonly values: readonly string[];
}

export interface ListQuery {
  readonly attributes: readonly string[] | null;
  /** Names of relationships with the attributes wanted of each. */
  readonly includes: ReadonlyMap<string, readonly string[]>;
  readonly filters: readonly Filter[];
  readonly sort: { readonly field: string; readonly direction: 1 | -1 } | null;
  readonly search: string | null;
  /** The fields that `search` looks at. */
  readonly searchables: readonly string[];
  readonly limit: number;
  readonly page: number;
  /** The number of the first page. */
  readonly firstPage: number;
}

/** What one endpoint accepts; live servers differ in this, so the demo does too. */
export interface QueryRules {
  /** Values that `attributes` may have; null where the parameter is refused. */
  readonly attributes: readonly string[] | null;
  /** Attributes by name of a relationship that can be included; null where it is refused. */
  readonly includes: Readonly<Record<string, readonly string[]>> | null;
  /** Fields that can be filtered and sorted by. */
  readonly fields: readonly string[];
  readonly searchables: readonly string[];
}

const KNOWN = [
  'attributes',
  'includes',
  'filters',
  'sort',
  'count',
  'limit',
  'page',
  'search',
  'searchables',
  'format',
  'public-key',
];

/** Reads the parameters of a list. The bracket style has been parsed before. */
export function readListQuery(query: unknown, rules: QueryRules, firstPage: 0 | 1): ListQuery {
  const raw = isObject(query) ? query : {};
  const complaints = new Complaints();
  refuseUnknown(raw, complaints);
  const result: ListQuery = {
    attributes: readNames(raw, 'attributes', rules.attributes, complaints),
    includes: readIncludes(raw.includes, rules.includes, complaints),
    filters: readFilters(raw.filters, rules.fields, complaints),
    sort: readSort(raw.sort, rules.fields, complaints),
    search: readSearch(raw.search, complaints),
    searchables: readNames(raw, 'searchables', rules.searchables, complaints) ?? rules.searchables,
    limit: readNumber(raw.limit, 'query.limit', DEFAULT_LIMIT, 1, MOST_LIMIT, complaints),
    page: readNumber(raw.page, 'query.page', firstPage, firstPage, 1_000_000, complaints),
    firstPage,
  };
  readCount(raw.count, complaints);
  complaints.settle();
  return result;
}

/** Reads the parameters of an operation on one record: `attributes` and one object. */
export function readRecordQuery(
  query: unknown,
  attributes: readonly string[] | null,
): readonly string[] | null {
  const raw = isObject(query) ? query : {};
  const complaints = new Complaints();
  refuseUnknown(raw, complaints);
  const names = readNames(raw, 'attributes', attributes, complaints);
  if (raw.includes !== undefined && !isObject(raw.includes)) {
    complaints.add('query.includes', 'must be an object');
  }
  complaints.settle();
  return names;
}

function refuseUnknown(raw: Record<string, unknown>, complaints: Complaints): void {
  for (const name of Object.keys(raw)) {
    if (!KNOWN.includes(name)) complaints.add(`query.${name}`, 'is not allowed');
  }
}

/** @throws Refusal 400 for an identifier that is none */
export function checkIdentifier(name: string, value: unknown): string {
  if (typeof value === 'string' && ID_PATTERN.test(value)) return value;
  throw badRequest(`params.${name} must match ^[a-zA-Z0-9]{15}$`);
}

function readNames(
  raw: Record<string, unknown>,
  name: string,
  allowed: readonly string[] | null,
  complaints: Complaints,
): readonly string[] | null {
  const value = raw[name];
  if (value === undefined || value === '') return null;
  if (allowed === null) {
    complaints.add(`query.${name}`, 'is not allowed');
    return null;
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item, index) => {
    if (typeof item === 'string' && allowed.includes(item)) return [item];
    complaints.add(`query.${name}[${index}]`, `must be one of ${allowed.join(', ')}`);
    return [];
  });
}

function readIncludes(
  value: unknown,
  allowed: QueryRules['includes'],
  complaints: Complaints,
): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, readonly string[]>();
  if (value === undefined || value === '') return result;
  if (allowed === null) {
    complaints.add('query.includes', 'is not allowed');
    return result;
  }
  if (!isObject(value)) {
    complaints.add('query.includes', 'must be an object');
    return result;
  }
  for (const name of Object.keys(value)) {
    const attributes = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (!attributes) complaints.add(`query.includes.${name}`, 'is not allowed');
    else result.set(name, readNames(value, name, attributes, complaints) ?? attributes);
  }
  return result;
}

function readFilters(value: unknown, fields: readonly string[], complaints: Complaints): Filter[] {
  if (value === undefined || value === '') return [];
  if (!isObject(value)) {
    complaints.add('query.filters', 'must be an object');
    return [];
  }
  return Object.entries(value).flatMap(([field, conditions]): Filter[] => {
    const path = `query.filters.${field}`;
    if (!fields.includes(field)) {
      complaints.add(path, 'is not allowed');
      return [];
    }
    const entries = isObject(conditions)
      ? Object.entries(conditions)
      : [['eq', conditions] as const];
    return entries.flatMap(([name, operand]): Filter[] => {
      const operator = OPERATORS.find((known) => known === name);
      if (!operator) {
        complaints.add(`${path}.${name}`, `is not allowed; operators are ${OPERATORS.join(', ')}`);
        return [];
      }
      const values = textsOf(operand);
      if (values.length !== (operator === 'btw' ? 2 : 1)) {
        const form = operator === 'btw' ? 'must have two values' : 'must be one value';
        complaints.add(`${path}.${name}`, form);
        return [];
      }
      return [{ field, operator, values }];
    });
  });
}

function textsOf(operand: unknown): string[] {
  if (typeof operand === 'string') return [operand];
  if (!Array.isArray(operand)) return [];
  const items: unknown[] = operand;
  return items.filter((item): item is string => typeof item === 'string');
}

function readSort(
  value: unknown,
  fields: readonly string[],
  complaints: Complaints,
): ListQuery['sort'] {
  if (value === undefined || value === '' || value === 'null') return null;
  if (!isObject(value)) {
    complaints.add('query.sort', 'must be an object');
    return null;
  }
  for (const [field, direction] of Object.entries(value)) {
    if (!fields.includes(field)) complaints.add(`query.sort.${field}`, 'is not allowed');
    else if (direction === '1' || direction === '-1') {
      return { field, direction: direction === '1' ? 1 : -1 };
    } else complaints.add(`query.sort.${field}`, 'must be 1 or -1');
  }
  return null;
}

function readSearch(value: unknown, complaints: Complaints): string | null {
  if (value === undefined || value === '' || value === 'null') return null;
  if (typeof value !== 'string') complaints.add('query.search', 'must be a string');
  else if (value.length > LONGEST_SEARCH) {
    complaints.add('query.search', `must have at most ${LONGEST_SEARCH} characters`);
  } else return value;
  return null;
}

/** `count` is checked and has no effect: the document names none. */
function readCount(value: unknown, complaints: Complaints): void {
  if (value !== undefined && value !== 'true' && value !== 'false') {
    complaints.add('query.count', 'must be a boolean');
  }
}

function readNumber(
  value: unknown,
  path: string,
  fallback: number,
  least: number,
  most: number,
  complaints: Complaints,
): number {
  if (value === undefined || value === '') return fallback;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) complaints.add(path, 'must be an integer');
  else if (number < least) complaints.add(path, `must be greater than or equal to ${least}`);
  else if (number > most) complaints.add(path, `must be less than or equal to ${most}`);
  else return number;
  return fallback;
}
