import { enterprise, type WireResource } from './wire-resource';

/** Users (public API, "Users and roles"). */
export const users = {
  relations: { roleId: { read: ['roles', 'role'], write: 'roles' }, enterpriseId: enterprise },
  operations: {
    list: { path: '/v2/users' },
    get: { path: '/v2/users/{id}' },
    create: { path: '/v2/users', envelope: 'data-object' },
    update: { path: '/v2/users/{id}' },
    delete: { path: '/v2/users/{id}' },
    setStatus: { path: '/v2/users/{id}/status/{situation}' },
  },
  isPaged: true,
  isSearchable: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
