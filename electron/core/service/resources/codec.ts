import type { CollectionName } from '@contract/collections';
import type { Fields, FieldValue, Unread } from '@contract/records';
import { numberIn } from '@contract/field-checks';
import { fieldsOf, type Field, type FieldKind } from '@contract/resources';
import type { ToldRecord } from '../../ports/store';
import { noteUnread, ObjectReader, toMoment } from '../decoders/object-reader';
import { relationOf, type RecordBase } from '../decoders/records';
import { isJsonObject, own, type JsonObject } from '../json';
import { wireOf } from './index';
import type { WireRelation, WireResource } from './wire-resource';

/**
 * Where a record came from: a list or a read of one record tells all of it, the answer to a write
 * may tell a part.
 */
export type Telling = 'read' | 'write';

/** Fields as a create or update sends them: attributes and relationships apart. */
export interface WrittenRecord {
  readonly attributes: Readonly<Record<string, FieldValue>>;
  readonly relationships?: Readonly<Record<string, FieldValue>>;
}

/** The name of an attribute in answers: `emergencyContact` → `emergency_contact`. */
export function readName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names of an attribute: in answers, and on create and update. */
function namesOf(
  { readAs = {}, writtenAs = {} }: WireResource,
  field: string,
): { read: string; write: string } {
  const read = readAs[field] ?? readName(field);
  return { read, write: writtenAs[field] ?? read };
}

/** What a list is filtered by to find the value of a field. */
export function filterName(name: CollectionName, field: string): string {
  const wire = wireOf(name);
  const relation = Object.hasOwn(wire.relations, field) ? wire.relations[field] : undefined;
  return relation === undefined ? namesOf(wire, field).read : `${relation.write}.id`;
}

/** Field → wire name on create and update, of those attributes whose names differ. */
export function writeNames(
  fields: Readonly<Record<string, Field>>,
  wire: WireResource,
): Readonly<Record<string, string>> {
  const attributes = Object.keys(fields).filter((field) => !(field in wire.relations));
  return Object.fromEntries(
    attributes
      .map((field) => [field, namesOf(wire, field).write] as const)
      .filter(([field, wireName]) => field !== wireName),
  );
}

/** The field that a relation of a request or answer stands for; the relation where there is none. */
export function fieldOfRelation(name: CollectionName, relation: string): string {
  const found = Object.entries(wireOf(name).relations).find(
    ([, { read, write }]) => write === relation || read.includes(relation),
  );
  return found?.[0] ?? relation;
}

/** Fields as they travel. */
export function writeFields(name: CollectionName, fields: Fields): WrittenRecord {
  const { relations } = wireOf(name);
  const known = fieldsOf(name);
  const attributes: Record<string, FieldValue> = {};
  const relationships: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(fields)) {
    const relation = Object.hasOwn(relations, field) ? relations[field] : undefined;
    if (relation === undefined) attributes[field] = toWire(known[field]?.kind, value);
    else relationships[relation.write] = value;
  }
  return { attributes, ...(Object.keys(relationships).length > 0 && { relationships }) };
}

function toWire(kind: FieldKind | undefined, value: FieldValue): FieldValue {
  return kind === 'number' && typeof value === 'string' ? (numberIn(value) ?? value) : value;
}

/**
 * A decoded record as the store keeps it. A field that the service left out, or that could not be
 * read, is missing; an empty one is null.
 */
export function toTold(
  name: CollectionName,
  record: RecordBase,
  telling: Telling = 'read',
): ToldRecord {
  const wire = wireOf(name);
  const { relations } = wire;
  const attributes = new ObjectReader(own(record.raw, 'attributes'), 'attributes', []);
  const relationships = objectAt(record.raw, 'relationships');
  const entries = Object.entries(fieldsOf(name)).flatMap(
    ([field, { kind }]): [string, FieldValue][] => {
      if (kind === 'password') return [];
      const relation = Object.hasOwn(relations, field) ? relations[field] : undefined;
      // Answers to a write may use the names of writing.
      const { read, write } = namesOf(wire, field);
      const names = [read, write];
      const value =
        relation === undefined
          ? readAttribute(attributes, names, kind)
          : readRelation(relation, record, relationships, telling);
      return value === undefined ? [] : [[field, value]];
    },
  );
  // Its moment is nobody's field; one that can't be read leaves the record where it is.
  attributes.moment('deleted_at');
  const { id, raw } = record;
  const unread = joinUnread(record.unread, attributes.unread);
  return { id, fields: Object.fromEntries(entries), raw, unread };
}

/** What decoding reported and what reading by the declaration did, each once. */
function joinUnread(decoded: readonly Unread[], read: readonly Unread[]): Unread[] {
  const joined = [...decoded];
  const isKnown = ({ path, problem }: Unread): boolean =>
    decoded.some((one) => one.path === path && one.problem === problem);
  for (const one of read) if (!isKnown(one)) noteUnread(joined, one.path, one.problem);
  return joined;
}

/** Lists hold active records (public API, "States"); what is marked deleted counts as absent. */
export function isDeleted({ raw }: RecordBase): boolean {
  return toMoment(own(objectAt(raw, 'attributes'), 'deleted_at')) !== null;
}

function readAttribute(
  attributes: ObjectReader,
  names: readonly string[],
  kind: FieldKind,
): FieldValue | undefined {
  const name = names.find((each) => attributes.value(each) !== undefined);
  if (name === undefined) return undefined;
  const told = attributes.value(name);
  if (told === null || told === '' || (Array.isArray(told) && told.length === 0)) return null;
  if (kind === 'moment') return attributes.moment(name) ?? undefined;
  if (kind !== 'texts') return attributes.text(name) ?? undefined;
  const texts = attributes.texts(name);
  return texts.length > 0 ? texts : undefined;
}

function readRelation(
  { read, isAbsenceTold }: WireRelation,
  record: RecordBase,
  relationships: JsonObject,
  telling: Telling,
): FieldValue | undefined {
  const found = relationOf(record, ...read);
  if (found !== null) return found.id;
  const told = read.map((name) => own(relationships, name)).find((value) => value !== undefined);
  if (told !== undefined) return isNothing(told) ? null : undefined;
  const isWhole = telling === 'read' && Object.keys(relationships).length > 0;
  return isAbsenceTold === true && isWhole ? null : undefined;
}

/** The ways in which services write that a relation leads nowhere. */
function isNothing(relation: unknown): boolean {
  if (relation === null) return true;
  if (Array.isArray(relation)) return relation.length === 0;
  if (!isJsonObject(relation)) return false;
  const data = own(relation, 'data');
  return Object.keys(relation).length === 0 || (data !== undefined && isNothing(data));
}

function objectAt(record: JsonObject, key: string): JsonObject {
  const value = own(record, key);
  return isJsonObject(value) ? value : {};
}
