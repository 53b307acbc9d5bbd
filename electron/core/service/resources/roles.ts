import type { WireResource } from './wire-resource';

/** Roles (public API, "Users and roles"). The document gives the list neither pages nor search. */
export const roles = {
  relations: {},
  actions: ['list', 'get'],
  isPaged: false,
  isSearchable: false,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
