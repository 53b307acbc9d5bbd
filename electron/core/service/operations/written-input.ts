import { z } from 'zod';
import type { CollectionName } from '@contract/collections';
import { fieldsOf, type Field } from '@contract/resources';
import type { RecordParts } from '../decoders/records';
import { wireOf, type WireResource } from '../resources';
import { writeNames } from '../resources/codec';
import { relationInput } from './operation';

/**
 * What a create or an update takes of a resource: attributes by the app's names, relations by those
 * of the wire. Only what is named is sent.
 */
export function written<T>(
  name: CollectionName,
  on: 'create' | 'update',
  decode: (parts: RecordParts) => T,
) {
  return writtenBy(fieldsOf(name), wireOf(name), on, decode);
}

/** The same of a resource that need not be declared. */
export function writtenBy<T>(
  known: Readonly<Record<string, Field>>,
  wire: WireResource,
  on: 'create' | 'update',
  decode: (parts: RecordParts) => T,
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
    wireNames: writeNames(known, wire),
    decode,
  };
}

/** Null empties an attribute, where it can be empty. */
function attributeInput({ kind, required, clearable }: Field) {
  const text = kind === 'date' ? z.iso.date() : kind === 'number' ? z.number() : z.string();
  const isLasting = required === true || clearable === false;
  return (isLasting ? text : text.nullable()).optional();
}
