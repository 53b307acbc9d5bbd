import type { WireResource } from './wire-resource';

/** Enterprises: their list is optional (service defaults, "Paths"). */
export const enterprises = {
  relations: {},
  actions: ['list'],
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
