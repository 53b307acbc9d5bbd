import { z } from 'zod';
import type { Field } from '@contract/resources';
import type { WireResource } from '../resources';
import { writeNames } from '../resources/codec';
import { relationInput } from './operation';

/**
 * What a create or an update takes of a resource: attributes by the app's names, relations by those
 * of the wire. Only what is named is sent.
 */
export function writtenInput(
  known: Readonly<Record<string, Field>>,
  wire: WireResource,
  on: 'create' | 'update',
) {
  const { relations } = wire;
  const fields = Object.entries(known).filter(
    ([, { writable }]) => writable === 'always' || (on === 'create' && writable === 'create'),
  );
  const attributes = fields.filter(([field]) => !Object.hasOwn(relations, field));
  const related = fields.flatMap(([field]) => relations[field] ?? []);
  return {
    attributes: z.strictObject(
      Object.fromEntries(attributes.map(([field, info]) => [field, attributeInput(info)])),
    ),
    relationships: z.strictObject(
      Object.fromEntries(related.map(({ write }) => [write, relationInput])),
    ),
    /** Input name → wire name of attributes, where they differ. */
    wireNames: writeNames(known, wire),
  };
}

/** What a create or an update takes of a resource. */
export type WrittenInput = ReturnType<typeof writtenInput>;

/** Null empties an attribute, where it can be empty. */
function attributeInput({ kind, required, clearable }: Field) {
  const text = kind === 'date' ? z.iso.date() : kind === 'number' ? z.number() : z.string();
  const isLasting = required === true || clearable === false;
  return (isLasting ? text : text.nullable()).optional();
}
