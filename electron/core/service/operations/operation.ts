import { z } from 'zod';
import type { Verb } from '@contract/capabilities';
import type { OperationForm } from '@contract/operation-form';
import type { PositionMeaning } from '@contract/profile';
import { recordIdSchema } from '@contract/records';
import type { answerSizes, answerTimes } from '../answer-limits';
import type { QueryParameter } from '../query-parameters';

/** What a body holds before the profile's envelope is put around it. */
export type BodyContent =
  | { kind: 'bare'; value: Readonly<Record<string, unknown>> }
  | { kind: 'records'; records: readonly Readonly<Record<string, unknown>>[] };

/** What a decoder knows besides the answer's JSON. */
export interface DecodeContext {
  readonly profile: { readonly tracking: PositionMeaning };
  /** When the answer came, epoch milliseconds. */
  readonly receivedAt: number;
}

/** Method, path and envelope; the rest of a form is a matter of the deployment. */
export type UsualForm = Pick<OperationForm, 'method' | 'path' | 'envelope'>;

/** One operation of the document, as data: what goes in, how it travels, what comes out. */
export interface Operation<I extends z.ZodType = z.ZodType, O = unknown> {
  /** How it travels where a profile says nothing else; absent where only a profile can say it. */
  readonly form?: UsualForm;
  /** Not in the document: a service offers it where its profile names it. */
  readonly isOptional?: true;
  /** What it does with its resource, as permissions go; absent where it needs none. */
  readonly verb?: Verb;
  /** `read` alone may be repeated, shared between equal callers and sent ahead of time. */
  readonly effect: 'read' | 'create' | 'update' | 'delete' | 'authenticate';
  /** Log-in and refresh go without bearer token. */
  readonly authenticated: boolean;
  readonly input: I;
  /** Inputs that the path names. */
  readonly path: readonly string[];
  readonly query: readonly QueryParameter[];
  body?(input: z.output<I>): BodyContent;
  /** Wire name → input name of attributes, where they differ; error messages come back by it. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** How large a successful answer may be, and how long it may take; as for one record by default. */
  readonly answer?: {
    readonly size?: keyof typeof answerSizes;
    readonly time?: keyof typeof answerTimes;
  };
  /** The answer is handed to `decode` as its text: it is so large that others must parse it. */
  readonly takesText?: boolean;
  /** The answer's JSON (undefined for an empty body), or its text, as the app's own. */
  decode(body: unknown, context: DecodeContext): O;
}

/** Keeps the precise types of one catalogue entry. */
export function operation<I extends z.ZodType, O>(entry: Operation<I, O>): Operation<I, O> {
  return entry;
}

/** An operation that only some deployments offer. */
export type Optional<Entry> = Entry & { readonly isOptional: true };

/** Marks an operation that only some deployments offer. */
export function optional<Entry extends Operation>(entry: Entry): Optional<Entry> {
  return { ...entry, isOptional: true };
}

/** `activation` or `deactivation` (public API, "States and transitions"). */
export const situationSchema = z.enum(['activation', 'deactivation']);

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

/** Values of a filter by operator (`eq`, `neq`, `ilk`, `sw`, `ew`, `btw`), or one plain value. */
export const filtersSchema = z.record(
  z.string().min(1),
  z.union([
    scalarSchema,
    z.record(z.string().min(1), z.union([scalarSchema, z.array(scalarSchema)])),
  ]),
);

/** Relationship name → attributes of the related record to include. */
export const includesSchema = z.record(z.string().min(1), z.array(z.string()));

/** Key → 1 for ascending, -1 for descending; null for the service's own order. */
export const sortSchema = z
  .record(z.string().min(1), z.union([z.literal(1), z.literal(-1)]))
  .nullable();

/** Read parameters as the document limits them (public API, "Request format for reading"). */
export const readParameters = {
  includes: includesSchema.optional(),
  filters: filtersSchema.optional(),
  sort: sortSchema.optional(),
  count: z.boolean().optional(),
  /** Records a page, 1 to 100. */
  limit: z.number().int().min(1).max(100).optional(),
  /** 1 is the first page, whatever number the service gives it; 0 asks for the one before. */
  page: z.number().int().min(0).optional(),
  /** At most 100 characters. */
  search: z.string().max(100).nullable().optional(),
  searchables: z.array(z.string()).optional(),
} as const;

/** Attributes that are asked for, by their names in answers; all of them where it is left out. */
const attributes = z.array(z.string()).optional();

/** The input of a list with every read parameter. */
const listInput = z.strictObject({ attributes, ...readParameters });

/** The input of a list that takes these parameters. The type promises those of every list. */
export function listInputOf(query: readonly QueryParameter[]): typeof listInput {
  return only(listInput, query);
}

/** The input of a read of one record. */
const getInput = z.strictObject({
  id: recordIdSchema,
  attributes,
  includes: readParameters.includes,
});

/** The input of a read of one record that takes these parameters. */
export function getInputOf(query: readonly QueryParameter[]): typeof getInput {
  return only(getInput, ['id', ...query]);
}

/** An input without the keys that an operation does not take; all of them are optional. */
function only<Shape extends z.ZodObject>(input: Shape, keys: readonly string[]): Shape {
  const taken = Object.entries(input.shape).filter(([key]) => keys.includes(key));
  return z.strictObject(Object.fromEntries(taken)) as unknown as Shape;
}

/** The input of a delete list. */
export const deleteListInput = z.strictObject({ ids: z.array(recordIdSchema).min(1) });

/** The body of a delete list: `{type, id}` a record, with the document's type string. */
export function deleteListBody(type: string): (input: { ids: string[] }) => BodyContent {
  return ({ ids }) => ({ kind: 'records', records: ids.map((id) => ({ type, id })) });
}

/** A related record on create and update; null takes the relation away. */
export const relationInput = recordIdSchema.nullable().optional();

/** What a create or update sends for one record. */
export interface RecordInput {
  attributes?: Readonly<Record<string, unknown>> | undefined;
  relationships?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/**
 * A record on the wire: attributes under their wire names, relations as `{type, id}` where the
 * type is the relation's name. What is undefined is left out; null is sent.
 */
export function wireRecord(
  input: RecordInput,
  wireNames: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const attributes = Object.entries(input.attributes ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [wireNames[name] ?? name, value] as const);
  const relationships = Object.entries(input.relationships ?? {})
    .filter(([, id]) => id !== undefined)
    .map(([type, id]) => [type, id === null ? null : { type, id }] as const);
  return {
    attributes: Object.fromEntries(attributes),
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  };
}

/** Turns input name → wire name around, for error messages. */
export function inputNames(
  wireNames: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(wireNames).map(([input, wire]) => [wire, input]));
}
