import type { WireResource } from './wire-resource';

/** Roles (public API, "Users and roles"). The document gives the list neither pages nor search. */
export const roles = {
  relations: {},
  operations: { list: 'roles.list', get: 'roles.get' },
  isPaged: false,
  isSearchable: false,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
