import { enterprise, type WireResource } from './wire-resource';

/** Users (public API, "Users and roles"). */
export const users = {
  relations: { roleId: { read: ['roles', 'role'], write: 'roles' }, enterpriseId: enterprise },
  actions: ['list', 'get', 'create', 'update', 'delete', 'setStatus'],
  isPaged: true,
  isSearchable: true,
  oneACall: ['create', 'delete'],
  readsBeforeDelete: 1,
} as const satisfies WireResource;
