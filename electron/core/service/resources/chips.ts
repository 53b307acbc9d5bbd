import { enterprise, type WireResource } from './wire-resource';

/** Chips (public API, "Chips"). The document offers neither create nor delete; a profile may. */
export const chips = {
  relations: { enterpriseId: enterprise },
  operations: {
    list: 'chips.list',
    get: 'chips.get',
    create: 'chips.create',
    update: 'chips.update',
    delete: 'chips.delete',
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
