/** Parameters that travel in the query, by the document's names. */
export const queryParameters = [
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
] as const;

/** One of {@link queryParameters}. */
export type QueryParameter = (typeof queryParameters)[number];

/** Parameters of a list: all but `searchables`, `format` being none of a list. */
export const listQuery = [
  'attributes',
  'includes',
  'filters',
  'sort',
  'count',
  'limit',
  'page',
  'search',
] as const satisfies QueryParameter[];

/** Parameters of a read of one record. */
export const getQuery = ['attributes', 'includes'] as const satisfies QueryParameter[];
