import type { WireResource } from './wire-resource';

/** Roles (public API, "Users and roles"). The document gives the list neither pages nor search. */
export const roles = {
  relations: {},
  operations: {
    list: { path: '/v2/roles', query: ['attributes', 'filters'] },
    get: { path: '/v2/roles/{id}', query: ['attributes'] },
  },
  isPaged: false,
  isSearchable: false,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
