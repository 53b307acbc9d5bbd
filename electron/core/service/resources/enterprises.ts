import { listQuery } from '../query-parameters';
import type { WireResource } from './wire-resource';

/** Enterprises: their list is optional (service defaults, "Paths"). */
export const enterprises = {
  relations: {},
  operations: {
    list: {
      path: '/v2/enterprises/',
      query: [...listQuery, 'searchables'],
      isOptional: true,
    },
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
