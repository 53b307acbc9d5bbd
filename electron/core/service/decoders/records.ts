import { FleetdeskError } from '@contract/errors';
import { recordIdSchema, type Unread } from '@contract/records';
import { isJsonObject, own, type JsonObject } from '../json';
import { noteUnread, ObjectReader } from './object-reader';

/** Another record that a record names (public API, "Common record envelope"). */
export interface Relation {
  /** The key under `relationships`, as it came: `devices`, `device`, `enterprise` … */
  readonly name: string;
  readonly id: string;
  readonly type: string | null;
  /** As it came; empty where the service included none. */
  readonly attributes: JsonObject;
}

/** What every decoded record carries beside its own fields. */
export interface RecordBase {
  readonly id: string;
  readonly uuid: string | null;
  readonly type: string | null;
  readonly relations: readonly Relation[];
  /** The record as it came, for the raw view. */
  readonly raw: JsonObject;
  /** What could not be read of it. */
  readonly unread: readonly Unread[];
}

/** A decoded list (public API, "Common record envelope"). */
export interface RecordList<T> {
  readonly records: readonly T[];
  /** Items in the answer, readable or not: 0 says that the page was empty. */
  readonly size: number;
  /** Items that are no records, with their paths; they are not among `records`. */
  readonly unread: readonly Unread[];
}

/** What a record decoder works from. */
export interface RecordParts {
  readonly base: RecordBase;
  readonly attributes: ObjectReader;
}

/**
 * Items of one answer that are looked at: twice the largest fleet, for a service that knows no
 * pages. Millions of tiny ones fit into 32 MB, and would cost a hundred times that.
 */
const MOST_RECORDS = 100_000;

/** Related records of one record that are read, and the longest name of a relation. */
const MOST_RELATED = 10_000;
const LONGEST_NAME = 200;

function unexpected(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'bad-response', reason: 'unexpected-shape', message });
}

function readRelation(name: string, value: unknown, path: string, unread: Unread[]): Relation[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    if (value.length > MOST_RELATED) noteUnread(unread, path, 'too-long');
    return value
      .slice(0, MOST_RELATED)
      .flatMap((item, index) => readRelation(name, item, `${path}[${index}]`, unread));
  }
  // Some deployments wrap the related record once more, as {data: {…}}.
  if (isJsonObject(value) && !Object.hasOwn(value, 'id') && Object.hasOwn(value, 'data')) {
    return readRelation(name, own(value, 'data'), `${path}.data`, unread);
  }
  if (isJsonObject(value) && Object.keys(value).length === 0) return [];
  const reader = new ObjectReader(value, path, unread);
  if (!isJsonObject(value)) return [];
  const id = reader.id('id');
  if (id === null) {
    if (reader.value('id') === undefined || reader.value('id') === null) {
      reader.report('id', 'missing');
    }
    return [];
  }
  return [{ name, id, type: reader.text('type'), attributes: reader.child('attributes').source }];
}

/** The relations of a record; lists, single objects and wrapped ones are all read. */
function readRelations(record: ObjectReader): Relation[] {
  const relationships = record.child('relationships');
  const names = Object.keys(relationships.source);
  const read = names.filter((name) => name.length <= LONGEST_NAME).slice(0, MOST_RELATED);
  if (read.length < names.length) noteUnread(record.unread, 'relationships', 'too-long');
  return read.flatMap((name) =>
    readRelation(name, relationships.value(name), `relationships.${name}`, record.unread),
  );
}

/** The first relation under one of the names, in the order of the names. */
export function relationOf(record: RecordBase, ...names: string[]): Relation | null {
  for (const name of names) {
    const relation = record.relations.find((candidate) => candidate.name === name);
    if (relation) return relation;
  }
  return null;
}

/** Takes a record apart, or answers null where it has no identity. */
export function readRecord(value: unknown): RecordParts | null {
  if (!isJsonObject(value)) return null;
  const id = recordIdSchema.safeParse(own(value, 'id'));
  if (!id.success) return null;
  const unread: Unread[] = [];
  const record = new ObjectReader(value, '', unread);
  const base: RecordBase = {
    id: id.data,
    uuid: record.text('uuid'),
    type: record.text('type'),
    relations: readRelations(record),
    raw: value,
    unread,
  };
  return { base, attributes: record.child('attributes') };
}

/** Decodes a record of which only the envelope is read here; its attributes are in `raw`. */
export function decodeRecord({ base }: RecordParts): RecordBase {
  return base;
}

/** A single record out of `{data: <record>}`. @throws FleetdeskError `bad-response` */
export function decodeOne<T>(body: unknown, decode: (parts: RecordParts) => T): T {
  const data = isJsonObject(body) ? own(body, 'data') : undefined;
  const single: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
  const parts = readRecord(single);
  if (parts === null) throw unexpected('The answer holds no record with an identifier in "data".');
  return decode(parts);
}

/** @throws FleetdeskError `bad-response` for a list that no service has */
export function refuseEndless(items: readonly unknown[]): void {
  if (items.length > MOST_RECORDS) {
    throw unexpected(`The answer holds ${items.length} records at once.`);
  }
}

/**
 * The records out of `{data: [<record>, …]}`. An item without identity is reported, not shown.
 * @throws FleetdeskError `bad-response` where there is no list
 */
export function decodeList<T>(body: unknown, decode: (parts: RecordParts) => T): RecordList<T> {
  const data: unknown = Array.isArray(body) ? body : isJsonObject(body) && own(body, 'data');
  const items: unknown = readRecord(data) === null ? data : [data];
  if (!Array.isArray(items)) throw unexpected('The answer holds no list of records in "data".');
  refuseEndless(items);
  const unread: Unread[] = [];
  const records = items.flatMap((item: unknown, index) => {
    const parts = readRecord(item);
    if (parts === null) {
      const path = isJsonObject(item) ? `data[${index}].id` : `data[${index}]`;
      noteUnread(unread, path, isJsonObject(item) ? 'not-an-identifier' : 'not-an-object');
      return [];
    }
    return [decode(parts)];
  });
  return { records, size: items.length, unread };
}

/** Decoder of operations whose answer the document leaves open beyond success. */
export function decodeNothing(): undefined {
  return undefined;
}

/**
 * The records of a create or update answer, or none where the service answers success without
 * them: the document promises bodies for some of these operations only.
 */
export function decodeWritten<T>(body: unknown, decode: (parts: RecordParts) => T): RecordList<T> {
  const data = isJsonObject(body) ? own(body, 'data') : undefined;
  if (Array.isArray(data) || readRecord(data) !== null) return decodeList(body, decode);
  // It was carried out, whatever the answer to it looks like.
  const unread = isJsonObject(data) ? [{ path: 'data', problem: 'not-a-record' }] : [];
  return { records: [], size: 0, unread };
}
