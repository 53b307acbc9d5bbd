import { enterprise, type WireResource } from './wire-resource';

/** Chips (public API, "Chips"). The document offers neither create nor delete; a profile may. */
export const chips = {
  relations: { enterpriseId: enterprise },
  actions: ['list', 'get', 'create', 'update', 'delete'],
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
