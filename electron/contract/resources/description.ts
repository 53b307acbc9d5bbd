import { z } from 'zod';
import { collectionNameSchema, isBuiltIn, type CollectionName } from '../collections';
import { envelopeSchema, methodSchema, operationFormSchema, usualForms } from '../operation-form';
import { locales, type Locale } from '../settings';
import { TEXT_AT_MOST } from '../rules/text-length';
import type { Field, Filter, Resource } from './resource';

/**
 * What a description calls things, in each language of the interface. Where it lacks a language, its
 * English words are used: profiles outlive the app that read them first, and it may learn another.
 */
const inWords = (most: number) => {
  const text = z.string().trim().min(1).max(most);
  const shape: Partial<Record<Locale, z.ZodOptional<typeof text>>> = Object.fromEntries(
    locales.map((locale) => [locale, text.optional()]),
  );
  return z
    .strictObject({ ...shape, en: text })
    .transform(
      (words) =>
        Object.fromEntries(locales.map((locale) => [locale, words[locale] ?? words.en])) as Record<
          Locale,
          string
        >,
    );
};

/** A name in each language of the interface. */
export type InWords = z.output<ReturnType<typeof inWords>>;

/** Kinds that a described field can have; the others belong to rules of built-in resources. */
const kindSchema = z.enum([
  'text',
  'longText',
  'number',
  'choice',
  'date',
  'moment',
  'reference',
  'texts',
  'plate',
  'vin',
  'year',
  'color',
  'imei',
  'iccid',
  'phone',
  'email',
  'cpf',
  'secret',
]);

const fieldNameSchema = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'name');
const wireNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'name');

const fieldSchema = z.strictObject({
  kind: kindSchema,
  labels: inWords(60),
  /** A record can't be without it: a person has to enter it. */
  required: z.boolean().default(false),
  /** False where the service takes it and never returns it. */
  readable: z.boolean().default(true),
  /** When the service accepts it from a person. */
  writable: z.enum(['always', 'create', 'never']).default('always'),
  /** False where the service never empties it once it holds a value. */
  clearable: z.boolean().default(true),
  /** The service has no two records with the same value, and its list filters by it. */
  unique: z.boolean().default(false),
  /** Most characters; by default those of its kind. */
  most: z.number().int().min(1).max(TEXT_AT_MOST).optional(),
  /** How it is found: by any part of it, or by the beginnings of its words. */
  searchable: z.enum(['anyPart', 'words']).optional(),
  /** Its column in the list; `true` for one of the usual width. */
  column: z
    .union([
      z.boolean(),
      z.strictObject({
        /** Pixels. */
        width: z.number().int().min(48).max(800),
        /** Not shown until a person chooses it. */
        hidden: z.boolean().default(false),
      }),
    ])
    .default(false),
  /** The resource that a `reference` points into. */
  references: collectionNameSchema.optional(),
  /** The values of a `choice`, as they travel, with their names. */
  values: z.record(z.string().min(1).max(60), inWords(60)).optional(),
  /** Its name at the service, where that is not the field's in snake case. */
  wireName: wireNameSchema.optional(),
  /** Its name on create and update, where that is another one. */
  writtenAs: wireNameSchema.optional(),
  /** A `reference` that is a relation of the record and no attribute. */
  relation: z
    .strictObject({
      /** Keys under `relationships` that answers use, the first that is there counts. */
      read: z.array(wireNameSchema).min(1).max(5),
      /** The key that create and update accept. */
      write: wireNameSchema,
    })
    .optional(),
});

const form = operationFormSchema.omit({ method: true, envelope: true });
const reading = (verb: 'list' | 'get') =>
  form.extend({ method: methodSchema.default(usualForms[verb].method) });
const writing = (verb: 'create' | 'update' | 'delete') =>
  form.extend({
    method: methodSchema.default(usualForms[verb].method),
    envelope: envelopeSchema.default(usualForms[verb].envelope),
  });

const operationsSchema = z.strictObject({
  list: reading('list'),
  get: reading('get').optional(),
  /** One record a call with the envelope `data-object`, else a list of records. */
  create: writing('create').optional(),
  update: writing('update').optional(),
  /** One record a call where the path holds `{id}`, else a list of ids in the body. */
  delete: writing('delete').optional(),
});

/** A resource that a service profile describes, beside the built-in ones. */
export const resourceDescriptionSchema = z
  .strictObject({
    /** What one record is called, and the resource as a whole. */
    labels: z.strictObject({ one: inWords(60), many: inWords(60) }),
    /** The type of its records in the body of a delete; its name in snake case by default. */
    type: wireNameSchema.optional(),
    /** In the order of columns and of the record's details. */
    fields: z
      .record(fieldNameSchema, fieldSchema)
      .refine((fields) => Object.keys(fields).length > 0, {
        message: 'Expected at least one field',
      })
      .refine((fields) => Object.keys(fields).length <= 60, {
        message: 'Expected 60 fields at most',
      }),
    /** The field that a person tells records apart by; by default the first required one. */
    mainField: fieldNameSchema.optional(),
    /** Fields that name a record, the first with a text does; the main one by default. */
    title: z.array(fieldNameSchema).min(1).max(5).optional(),
    /** Fields below the name. */
    subtitle: z.array(fieldNameSchema).max(5).default([]),
    operations: operationsSchema,
    /** The list comes in pages. */
    isPaged: z.boolean().default(true),
    /** The list takes a text to search for. */
    isSearchable: z.boolean().default(true),
  })
  .superRefine((description, context) => {
    for (const { path, message } of faultsIn(description)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });

/** A resource that a service profile describes. */
export type ResourceDescription = z.output<typeof resourceDescriptionSchema>;
/** One field of a described resource. */
export type DescribedField = z.output<typeof fieldSchema>;
/** The described resources of a profile by name. */
export type ResourceDescriptions = Readonly<Record<CollectionName, ResourceDescription>>;

interface Fault {
  readonly path: string[];
  readonly message: string;
}

const SECRET_NAMES_NOTHING = 'A secret can not name a record';
const SECRETS_ALONE = 'Expected a field that is not secret';

/** Names that rows have of their own. */
const RESERVED_FIELDS = ['mark', 'id', 'key'];

type Unchecked = Omit<ResourceDescription, 'labels'>;

/** What no single key can tell. */
function faultsIn(description: Unchecked): Fault[] {
  const { fields, mainField, title = [], subtitle, operations } = description;
  const named: [string, string | undefined][] = [
    ['mainField', mainField],
    ...title.map((field, at): [string, string] => [`title.${at}`, field]),
    ...subtitle.map((field, at): [string, string] => [`subtitle.${at}`, field]),
  ];
  const misnamed = named.flatMap(([path, field]): Fault[] => {
    if (field === undefined) return [];
    const at = path.split('.');
    if (!Object.hasOwn(fields, field)) return [{ path: at, message: `Unknown field "${field}"` }];
    return fields[field]?.kind === 'secret' ? [{ path: at, message: SECRET_NAMES_NOTHING }] : [];
  });
  const isNameless = Object.keys(fields).length > 0 && mainFieldOf(description) === undefined;
  const nameless = isNameless ? [{ path: ['fields'], message: SECRETS_ALONE }] : [];
  // Before it sends a change the outbox reads what the record is now.
  const isRead = operations.get !== undefined;
  const unread = (['create', 'update', 'delete'] as const)
    .filter((verb) => operations[verb] !== undefined && !isRead)
    .map((verb) => ({ path: ['operations', verb], message: 'Needs the operation "get"' }));
  return [...misnamed, ...nameless, ...Object.entries(fields).flatMap(faultsOfField), ...unread];
}

/** The field that a person tells records apart by; undefined where all fields are secret. */
function mainFieldOf({ fields, mainField }: Pick<Unchecked, 'fields' | 'mainField'>) {
  if (mainField !== undefined) return mainField;
  const entries = Object.entries(fields).filter(([, { kind }]) => kind !== 'secret');
  return (entries.find(([, { required }]) => required) ?? entries[0])?.[0];
}

function faultsOfField([name, field]: [string, DescribedField]): Fault[] {
  const { kind, references, values, relation, required, writable } = field;
  const at = (key: string, message: string): Fault => ({ path: ['fields', name, key], message });
  const faults: Fault[] = [];
  if (RESERVED_FIELDS.includes(name)) {
    faults.push({ path: ['fields', name], message: 'Reserved name' });
  }
  if ((kind === 'reference') !== (references !== undefined)) {
    faults.push(at('references', 'Expected for the kind "reference", and for no other'));
  }
  if (relation !== undefined && kind !== 'reference') {
    faults.push(at('relation', 'Only for the kind "reference"'));
  }
  if ((kind === 'choice') !== (values !== undefined && Object.keys(values).length > 0)) {
    faults.push(at('values', 'Expected for the kind "choice", and for no other'));
  }
  if (required && writable === 'never') {
    faults.push(at('required', 'Nobody can enter what is never written'));
  }
  // What is entered is shown in forms, in the outbox and in conflicts: no place for a secret.
  if (isReadOnlyKind(kind) && writable !== 'never') {
    faults.push(at('writable', `Expected "never" for the kind "${kind}"`));
  }
  return kind === 'secret' ? [...faults, ...faultsOfSecret(field, at)] : faults;
}

function isReadOnlyKind(kind: DescribedField['kind']): boolean {
  return kind === 'moment' || kind === 'texts' || kind === 'secret';
}

/** A secret is shown on request in the details of its record, and nowhere else. */
function faultsOfSecret(
  { column, searchable, unique }: DescribedField,
  at: (key: string, message: string) => Fault,
): Fault[] {
  return [
    ...(column === false ? [] : [at('column', 'A secret has no column')]),
    ...(searchable === undefined ? [] : [at('searchable', 'A secret is not searched')]),
    ...(unique ? [at('unique', SECRET_NAMES_NOTHING)] : []),
  ];
}

/**
 * Names that a described resource can't have: those of screens, of other resources of the service
 * and of the topics of the interface's sentences.
 */
export const reservedResourceNames: readonly string[] = [
  'alerts',
  'app',
  'associations',
  'authentication',
  'capabilities',
  'deviceAssociations',
  'diagnose',
  'errors',
  'fields',
  'help',
  'licenses',
  'liveMap',
  'map',
  'outbox',
  'playback',
  'profileResources',
  'records',
  'replay',
  'serviceProfile',
  'settings',
  'signIn',
  'shell',
  'tracking',
  'trajectories',
  'updates',
  'userAssociations',
  'zones',
];

/** The described resources of a profile, checked against each other. */
export const resourceDescriptionsSchema = z
  .record(collectionNameSchema, resourceDescriptionSchema)
  .superRefine((descriptions, context) => {
    const names = Object.keys(descriptions);
    if (names.length > 20) {
      context.addIssue({ code: 'custom', path: [], message: 'Expected 20 resources at most' });
    }
    for (const [name, { fields }] of Object.entries(descriptions)) {
      if (isBuiltIn(name) || reservedResourceNames.includes(name)) {
        context.addIssue({ code: 'custom', path: [name], message: 'Reserved name' });
      }
      for (const [field, { references: other }] of Object.entries(fields)) {
        if (other === undefined || isBuiltIn(other) || names.includes(other)) continue;
        const path = [name, 'fields', field, 'references'];
        context.addIssue({ code: 'custom', path, message: `Unknown resource "${other}"` });
      }
    }
  });

/** What the profile of the session describes; nothing while nobody is signed in. */
export const resourcesStateSchema = z.object({ described: resourceDescriptionsSchema });

/** What the profile of the session describes. */
export type ResourcesState = z.infer<typeof resourcesStateSchema>;

/** Pixels of a column for which a description names no width. */
const USUAL_WIDTH = 144;

/** What the app knows of a described resource, as it knows it of the built-in ones. */
export function declarationOf(name: CollectionName, description: ResourceDescription): Resource {
  const { fields, subtitle } = description;
  const entries = Object.entries(fields);
  const mainField = mainFieldOf(description) ?? 'id';
  const written = entries.filter(([, { writable }]) => writable !== 'never').map(([each]) => each);
  return {
    name,
    fields: Object.fromEntries(
      entries.map(([each, field]) => [each, fieldOf(field, each === mainField)]),
    ),
    title: description.title ?? [mainField],
    mainField,
    subtitle: subtitle.map((each) => [each]),
    detail: subtitle.map((each) => [each]),
    identity: entries.filter(([, { unique }]) => unique).map(([each]) => each),
    sections: written.length === 0 ? [] : [{ id: 'details', fields: written }],
    filters: entries.flatMap(([field, { kind, column }]): Filter[] => {
      if (kind === 'choice') return [{ id: field, field, kind: 'values' }];
      const isHidden = column === false || (typeof column === 'object' && column.hidden === true);
      if (kind === 'date' && !isHidden) return [{ id: field, field, kind: 'days' }];
      return kind === 'reference' ? [{ id: field, field, kind: 'references' }] : [];
    }),
  };
}

/** The main field always has a column: it is the first one of the list. */
function fieldOf(described: DescribedField, isMain: boolean): Field {
  const { kind, required, readable, writable, clearable, unique } = described;
  const { searchable, references, values, column, most } = described;
  const place = column === false && isMain ? true : column;
  return {
    kind,
    readable,
    writable,
    ...(required && { required }),
    ...(!clearable && { clearable }),
    ...(unique && { unique }),
    ...(most !== undefined && { most }),
    ...(searchable && { searchable }),
    ...(references !== undefined && { references }),
    ...(values && { values: Object.keys(values) }),
    ...(place === true && { column: { width: USUAL_WIDTH } }),
    ...(typeof place === 'object' && {
      column: { width: place.width, ...(place.hidden && { hidden: true as const }) },
    }),
  };
}
