import { enterprise, type WireResource } from './wire-resource';

/** Chips (public API, "Chips"). The document offers neither create nor delete; a profile may. */
export const chips = {
  relations: { enterpriseId: enterprise },
  operations: {
    list: { path: '/v2/chips' },
    get: { path: '/v2/chips/{id}' },
    create: { isOptional: true },
    update: { path: '/v2/chips/{id}' },
    delete: { isOptional: true },
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
