import type { CollectionName } from '../collections';
import { readOnlyText, type Derived, type Resource } from './resource';

/** How many records of a collection belong to it. */
function countOf(collection: CollectionName): Derived {
  return { kind: 'count', from: { collection, field: 'enterpriseId' }, column: { width: 120 } };
}

/** Enterprises; the document shows nothing of them beyond their identity. */
export const enterprises = {
  name: 'enterprises',
  fields: { name: { ...readOnlyText, searchable: 'words', column: { width: 320 } } },
  derived: {
    vehicles: countOf('vehicles'),
    devices: countOf('devices'),
    users: countOf('users'),
  },
  title: ['name'],
  mainField: 'name',
  subtitle: [],
  detail: [],
  identity: [],
  sections: [],
  filters: [],
} as const satisfies Resource;
