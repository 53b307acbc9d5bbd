import { readOnlyText, type Resource } from './resource';

/** Roles (public API, "Role"). */
export const roles = {
  name: 'roles',
  fields: { name: { ...readOnlyText, searchable: 'words', column: { width: 240 } } },
  derived: {
    users: {
      kind: 'count',
      from: { collection: 'users', field: 'roleId' },
      column: { width: 128 },
    },
  },
  title: ['name'],
  mainField: 'name',
  subtitle: [],
  detail: [],
  identity: [],
  sections: [],
  filters: [],
} as const satisfies Resource;
