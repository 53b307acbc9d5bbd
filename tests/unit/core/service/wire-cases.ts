import type { OperationName } from '@core/service/operations';

/** Two identifiers of the document's form. */
export const ID = 'aB3dE5gH7jK9mN1';
export const OTHER = 'zY2xW4vU6tS8rQ0';

/** What goes over the wire. Query parameters as decoded text, in their order. */
export interface Wire {
  method: string;
  path: string;
  query?: string[];
  body?: unknown;
}

/** An operation, an input that uses every documented parameter, and what it sends. */
export type WireCase = [name: OperationName, input: Record<string, unknown>, wire: Wire];

/** Every parameter of a list that the document names, and how it travels. */
export const listInput = {
  includes: { device: ['name', 'imei'] },
  filters: { 'devices.imei': { eq: '35' }, plain: 7 },
  sort: { created_at: -1 },
  count: true,
  limit: 100,
  page: 3,
  search: 'ABC-1D23 + filhos/ção',
};
export const listQuery = [
  'includes[device][]=name',
  'includes[device][]=imei',
  'filters[devices.imei][eq]=35',
  'filters[plain]=7',
  'sort[created_at]=-1',
  'count=true',
  'limit=100',
  'page=3',
  'search=ABC-1D23 + filhos/ção',
];
