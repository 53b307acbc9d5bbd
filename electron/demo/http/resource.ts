import type { Collection } from '../world/fleet/collection';
import type { Timestamp } from '../world/fleet/records';
import { readAttributes, type Attributes } from './attributes';
import {
  Complaints,
  dataList,
  dataObject,
  isObject,
  member,
  readDeleteList,
  readRelationships,
  type Found,
} from './checks';
import { pickAttributes, type Answer, type Related } from './envelope';
import { badRequest, notFound } from './errors';
import { checkIdentifier, readListQuery, readRecordQuery, type ListQuery } from './query';
import { findRecord, refuseTaken } from './records';
import { ownFields, selectPage } from './selection';
import { answer, created, DELETED, DONE, type Handler, type Service } from './service';

/** What all records have. */
interface Kept {
  readonly id: string;
  readonly uuid: string;
  readonly updatedAt?: Timestamp;
}

/** A related record that a write may name. */
export interface Relation {
  /** The type that the document gives it there. */
  readonly type: string;
  exists(id: string): boolean;
  /** The record's field that holds its id; none where the service takes it and forgets it. */
  readonly field?: string;
  /** Whether null takes the relation away; elsewhere null changes nothing. */
  readonly canEnd?: boolean;
}

/** What sets one kind of record apart; everything else is alike for all of them. */
export interface Resource<T extends Kept> {
  /** Type of its records, and what a refusal calls one. */
  readonly type: string;
  readonly title: string;
  /** The records as they are now: a reset puts others in their place. */
  records(): Collection<T>;
  /** Wire names of what is answered, in this order. */
  readonly told: readonly string[];
  /** Wire name → field of the record, where that is not the same name in camel case. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Names that `attributes` may have, and under which of them the answer comes; null: never. */
  readonly selectable: readonly string[];
  readonly answeredAs?: Readonly<Record<string, string | null>>;
  /** Its list refuses `attributes`, as several live servers do. */
  readonly listRefusesAttributes?: boolean;
  /** Attributes by the name of a relationship that its list can include. */
  readonly includes?: Readonly<Record<string, readonly string[]>>;
  /** The related record that is included under a name, with the attributes wanted of it. */
  include?(record: T, name: string, wanted: readonly string[]): Related | undefined;
  /** What its list is filtered and sorted by beside what is selectable and told. */
  readonly filtered?: readonly string[];
  readonly searchables: readonly string[];
  /** Values of a field that belongs to related records; undefined for one of its own. */
  related?(record: T, field: string): readonly unknown[] | undefined;
  relationships(record: T): Record<string, Related>;
  readonly writing?: Writing<T>;
}

/** How records of a kind are written. */
interface Writing<T extends Kept> {
  readonly attributes: Attributes;
  /** Attributes that only a create takes. */
  readonly onCreate?: Attributes;
  /** What a create must have. */
  readonly required?: readonly string[];
  /** Fields that belong to one record alone; their attributes have the same names. */
  readonly unique: readonly (keyof T & string)[];
  readonly relations: Readonly<Record<string, Relation>>;
  /** A new record, before what was sent is laid over it. */
  blank?(now: Timestamp): Omit<T, 'id' | 'uuid'>;
  /** The part of a record that is answered to a create; all of it where nothing is said. */
  createdAnswer?(whole: Answer, record: T): Answer;
  /** An update answers what was sent alone. */
  readonly answersWhatWasSent?: boolean;
  /** Ends what hangs on a record that is deleted. */
  release?(id: string, now: Timestamp): void;
}

/** The handlers that all resources have alike; each offers those that the document names. */
export interface ResourceHandlers<T> {
  readonly list: Handler;
  readonly get: Handler;
  readonly createList: Handler;
  readonly createOne: Handler;
  readonly update: Handler;
  readonly deleteList: Handler;
  readonly deleteOne: Handler;
  readonly setStatus: Handler;
  find(params: Readonly<Record<string, unknown>>): T;
  toAnswer(record: T, wanted: readonly string[] | null): Answer;
}

/** Handlers of one kind of record. */
export function resource<T extends Kept>(
  { world, dialect }: Service,
  kind: Resource<T>,
): ResourceHandlers<T> {
  const { selectable } = kind;
  const fieldOf = (name: string): string => kind.fields?.[name] ?? toCamelCase(name);
  const valueOf = (record: T, name: string): unknown =>
    (record as Readonly<Record<string, unknown>>)[fieldOf(name)] ?? null;
  const attributesOf = (record: T): Record<string, unknown> =>
    Object.fromEntries(kind.told.map((name) => [name, valueOf(record, name)]));
  const readOwn = ownFields(attributesOf);
  const readField = (record: T, field: string): readonly unknown[] =>
    kind.related?.(record, field) ?? readOwn(record, kind.answeredAs?.[field] ?? field);
  const filtered = [...new Set(['id', ...selectable, ...kind.told, ...(kind.filtered ?? [])])];

  const find = (params: Readonly<Record<string, unknown>>): T =>
    findRecord(kind.records(), kind.title, checkIdentifier('id', params.id));

  const toAnswer = (record: T, wanted: readonly string[] | null): Answer => ({
    id: record.id,
    uuid: record.uuid,
    type: kind.type,
    attributes: pickAttributes(attributesOf(record), wanted, kind.answeredAs),
    relationships: kind.relationships(record),
  });

  const withIncluded = (record: T, { attributes, includes }: ListQuery): Answer => {
    const whole = toAnswer(record, attributes);
    const included = [...includes].flatMap(([name, wanted]) => {
      const related = kind.include?.(record, name, wanted);
      return related ? [[name, related] as const] : [];
    });
    return {
      ...whole,
      relationships: { ...whole.relationships, ...Object.fromEntries(included) },
    };
  };

  const writing = (): Writing<T> => {
    if (kind.writing) return kind.writing;
    throw new Error(`${kind.type} can't be written`);
  };

  /** What an item changes. */
  const read = (item: Found, isNew: boolean, complaints: Complaints): Partial<T> => {
    const { attributes, onCreate, required = [], relations } = writing();
    const taken = isNew ? { ...attributes, ...onCreate } : attributes;
    const written = readAttributes(item, taken, isNew ? required : [], complaints);
    const types = Object.entries(relations).map(([name, { type }]) => [name, type] as const);
    const named = readRelationships(
      item,
      Object.fromEntries(types),
      (name, id) => relations[name]?.exists(id) === true,
      complaints,
    );
    const changes = Object.entries(written).map(([name, value]) => [fieldOf(name), value] as const);
    const links = Object.entries(named).flatMap(([name, id]) => {
      const { field, canEnd } = relations[name] ?? {};
      return field === undefined || (id === null && !canEnd) ? [] : [[field, id] as const];
    });
    return Object.fromEntries([...changes, ...links]) as Partial<T>;
  };

  /** Creates what the items say, all of it or nothing. */
  const createAll = async (items: (complaints: Complaints) => Found[]): Promise<T[]> => {
    const { unique, blank } = writing();
    await kind.records().learn(unique);
    const complaints = new Complaints();
    const rows = items(complaints).map((item) => ({ item, changes: read(item, true, complaints) }));
    refuseTaken(kind.records(), unique, rows, complaints);
    complaints.settle();
    const now = world.timestamp();
    const made = rows.map(({ changes }) => {
      return { ...world.newIdentity(), ...blank?.(now), ...changes } as T;
    });
    for (const record of made) kind.records().add(record);
    return made;
  };

  const createdAnswer = (record: T): Answer => {
    const whole = toAnswer(record, null);
    return writing().createdAnswer?.(whole, record) ?? whole;
  };

  const remove = (id: string, now: Timestamp): void => {
    writing().release?.(id, now);
    kind.records().remove(id);
  };

  return {
    find,
    toAnswer,
    list: async ({ query }) => {
      const rules = {
        attributes: kind.listRefusesAttributes ? null : selectable,
        includes: kind.includes ?? null,
        fields: filtered,
        searchables: kind.searchables,
      };
      const asked = readListQuery(query, rules, dialect.firstPage);
      const page = await selectPage(kind.records(), asked, readField);
      return answer(page.map((record) => withIncluded(record, asked)));
    },
    get: ({ params, query }) => {
      const wanted = readRecordQuery(query, selectable);
      return answer(toAnswer(find(params), wanted));
    },
    createList: async ({ body }) => {
      const made = await createAll((complaints) => dataList(body, complaints));
      return created(made.map(createdAnswer));
    },
    createOne: async ({ body }) => {
      const made = await createAll(() => [dataObject(body)]);
      return created(made.map(createdAnswer));
    },
    update: async ({ params, body }) => {
      const { unique, answersWhatWasSent } = writing();
      await kind.records().learn(unique);
      const record = find(params);
      const item = dataObject(body);
      const complaints = new Complaints();
      const changes = read(item, false, complaints);
      refuseTaken(kind.records(), unique, [{ item, changes }], complaints, record.id);
      complaints.settle();
      const updated = { ...record, ...changes, updatedAt: world.timestamp() };
      kind.records().put(updated);
      const sent = member(item, 'attributes').value;
      const names = isObject(sent) ? Object.keys(sent) : [];
      return answer(toAnswer(updated, answersWhatWasSent ? names : null));
    },
    deleteList: ({ body }) => {
      const items = readDeleteList(body, kind.type);
      for (const { path, id } of items) {
        if (!kind.records().get(id)) throw notFound(`${path}.id was not found`);
      }
      for (const { id } of items) remove(id, world.timestamp());
      return DELETED;
    },
    deleteOne: ({ params }) => {
      remove(find(params).id, world.timestamp());
      return DELETED;
    },
    setStatus: ({ params }) => {
      const isActive = readSituation(params.situation) === 'activation';
      const record = find(params);
      const now = world.timestamp();
      kind.records().put({ ...record, deactivatedAt: isActive ? null : now, updatedAt: now });
      return DONE;
    },
  };
}

/** @throws Refusal 400 for anything but the two documented situations */
function readSituation(value: unknown): 'activation' | 'deactivation' {
  if (value === 'activation' || value === 'deactivation') return value;
  throw badRequest('params.situation must be one of activation, deactivation');
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
