import { readOnlyText, type Resource } from './resource';

/** Enterprises; the document shows nothing of them beyond their identity. */
export const enterprises = {
  name: 'enterprises',
  fields: { name: { ...readOnlyText, searchable: 'words', column: { width: 320 } } },
  title: ['name'],
  mainField: 'name',
  subtitle: [],
  detail: [],
  identity: [],
  sections: [],
  filters: [],
} as const satisfies Resource;
