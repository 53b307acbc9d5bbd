import { enterprise, type WireResource } from './wire-resource';

/** Users (public API, "Users and roles"). */
export const users = {
  relations: { roleId: { read: ['roles', 'role'], write: 'roles' }, enterpriseId: enterprise },
  operations: {
    list: 'users.list',
    get: 'users.get',
    create: 'users.create',
    update: 'users.update',
    delete: 'users.delete',
    setStatus: 'users.setStatus',
  },
  isPaged: true,
  isSearchable: true,
  takesOneACall: true,
  readsBeforeDelete: 1,
} as const satisfies WireResource;
