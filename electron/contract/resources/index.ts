import type { CollectionName } from '../collections';
import type { Fields } from '../records';
import { resourceOf } from './registry';
import type { Column, Derived, Field } from './resource';

export {
  declarationOf,
  reservedResourceNames,
  resourceDescriptionsSchema,
  resourcesStateSchema,
  type DescribedField,
  type InWords,
  type ResourceDescription,
  type ResourceDescriptions,
  type ResourcesState,
} from './description';
export { collectionNames, declareResources, descriptionOf, resourceOf } from './registry';
export { mostOf } from './resource';
export type {
  Column,
  Derived,
  DerivedFrom,
  Field,
  FieldKind,
  Filter,
  Resource,
  Section,
} from './resource';

/** The fields of a resource, by the app's names. */
export function fieldsOf(name: CollectionName): Readonly<Record<string, Field>> {
  return resourceOf(name).fields;
}

/** What lists show beside the fields of a resource, by name. */
export function derivedOf(name: CollectionName): Readonly<Record<string, Derived>> {
  return resourceOf(name).derived ?? {};
}

/** Where a field or a derived value points; undefined where it doesn't. */
export function referencesOf(name: CollectionName, field: string): CollectionName | undefined {
  const known = own(fieldsOf(name), field) ?? own(derivedOf(name), field);
  return known?.references;
}

/** The columns that lists offer, of fields and derived values, in the order they come in. */
export function columnsOf(name: CollectionName): readonly (readonly [string, Column])[] {
  const { fields, leading = [] } = resourceOf(name);
  const all = new Map<string, Column>();
  for (const [id, { column }] of [...Object.entries(fields), ...Object.entries(derivedOf(name))]) {
    if (column !== undefined) all.set(id, column);
  }
  const order = [...leading, ...all.keys()];
  return [...new Set(order)].flatMap((id) => {
    const column = all.get(id);
    return column === undefined ? [] : [[id, column] as const];
  });
}

/** Whether a list can be sorted and narrowed by something: a field or a derived value. */
export function isColumn(name: CollectionName, id: string): boolean {
  return Object.hasOwn(fieldsOf(name), id) || Object.hasOwn(derivedOf(name), id);
}

function own<T>(all: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** A field as text; null where it is empty, missing or a list. */
export function textOf(fields: Fields, field: string): string | null {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** How a field is written; null where it has no text. {@link textOf} writes it as it is. */
export type WriteField = (fields: Fields, field: string) => string | null;

/** What a record is called wherever one is named; null where nothing names it. */
export function labelOf(name: CollectionName, fields: Fields): string | null {
  for (const field of resourceOf(name).title) {
    const text = textOf(fields, field)?.trim() ?? '';
    if (text !== '') return text;
  }
  return null;
}

/** The field that names most records: the first column of lists, and their first order. */
export function nameFieldOf(name: CollectionName): string {
  const { title, mainField } = resourceOf(name);
  return title[0] ?? mainField;
}

/** What is shown below a record's name: `Honda CG 160 · F-005`; empty where nothing does. */
export function subtitleOf(
  name: CollectionName,
  fields: Fields,
  write: WriteField = textOf,
): string {
  const label = labelOf(name, fields);
  return resourceOf(name)
    .subtitle.map((group) => joined(fields, group, write))
    .filter((part) => part !== '' && part !== label)
    .join(' · ');
}

/** What tells a record apart from others of its name; null where nothing does. */
export function detailOf(
  name: CollectionName,
  fields: Fields,
  write: WriteField = textOf,
): string | null {
  const label = labelOf(name, fields);
  const texts = resourceOf(name).detail.map((group) => joined(fields, group, write));
  return texts.find((each) => each !== '' && each !== label) ?? null;
}

/**
 * What a person types to confirm that a record is deleted: its main field, else what names it; null
 * where nothing does.
 */
export function confirmationOf(name: CollectionName, fields: Fields): string | null {
  const main = textOf(fields, resourceOf(name).mainField)?.trim() ?? '';
  return main === '' ? labelOf(name, fields) : main;
}

function joined(fields: Fields, group: readonly string[], write: WriteField): string {
  return group
    .map((field) => write(fields, field)?.trim())
    .filter(Boolean)
    .join(' ');
}
