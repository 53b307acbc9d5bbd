import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import {
  decodeList,
  decodeNothing,
  decodeOne,
  decodeWritten,
  type RecordParts,
} from '../decoders/records';
import {
  deleteListBody,
  deleteListInput,
  getInput,
  getQuery,
  inputNames,
  listInput,
  listQuery,
  operation,
  situationSchema,
  wireRecord,
  type RecordInput,
} from './operation';

/**
 * The operations that users, vehicles, devices and chips have alike: what is common to a kind of
 * operation is written here once, what sets a resource apart stands in its own file.
 */

type Attributes = z.ZodType<NonNullable<RecordInput['attributes']>>;
type Relations = z.ZodType<NonNullable<RecordInput['relationships']>>;

/** A record that can be written: what it takes, how it travels, how it is read back. */
interface WritableRecord<A extends Attributes, R extends Relations, T> {
  /** Attributes by the app's names. */
  readonly attributes: A;
  readonly relationships: R;
  /** Input name → wire name of attributes, where they differ. */
  readonly wireNames: Readonly<Record<string, string>>;
  decode(parts: RecordParts): T;
}

const written = { authenticated: true, query: [] } as const;

/** A list with every read parameter but `searchables`. */
export function listRecords<T>(decode: (parts: RecordParts) => T) {
  return operation({
    effect: 'read',
    authenticated: true,
    input: listInput,
    path: [],
    query: listQuery,
    decode: (body) => decodeList(body, decode),
  });
}

/** A read of one record. */
export function getRecord<T>(decode: (parts: RecordParts) => T) {
  return operation({
    effect: 'read',
    authenticated: true,
    input: getInput,
    path: ['id'],
    query: getQuery,
    decode: (body) => decodeOne(body, decode),
  });
}

/** A create of a list of records. */
export function createRecords<A extends Attributes, R extends Relations, T>(
  record: WritableRecord<A, R, T>,
) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    effect: 'create',
    input: z.strictObject({
      data: z.array(z.strictObject({ attributes, relationships: relationships.optional() })).min(1),
    }),
    path: [],
  });
}

/** A create of one record a call. */
export function createOne<A extends Attributes, R extends Relations, T>(
  record: WritableRecord<A, R, T>,
) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    effect: 'create',
    input: z.strictObject({
      data: z.strictObject({ attributes, relationships: relationships.optional() }),
    }),
    path: [],
  });
}

/** An update of one record: what is not named stays. */
export function updateRecord<A extends Attributes, R extends Relations, T>(
  record: WritableRecord<A, R, T>,
) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    effect: 'update',
    input: z.strictObject({
      id: recordIdSchema,
      data: z.strictObject({
        attributes: attributes.optional(),
        relationships: relationships.optional(),
      }),
    }),
    path: ['id'],
  });
}

/** How a write carries its records, one or a list of them, and reads back what came of them. */
function carriesRecords<T>({
  wireNames,
  decode,
}: Pick<WritableRecord<Attributes, Relations, T>, 'wireNames' | 'decode'>) {
  return {
    ...written,
    body: ({ data }: { data: RecordInput | readonly RecordInput[] }) => ({
      kind: 'records' as const,
      records: [data].flat().map((record) => wireRecord(record, wireNames)),
    }),
    wireNames: inputNames(wireNames),
    decode: (body: unknown) => decodeWritten(body, decode),
  };
}

/** A delete of a list of records, under the document's type string. */
export function deleteRecords(type: string) {
  return operation({
    ...written,
    effect: 'delete',
    input: deleteListInput,
    path: [],
    body: deleteListBody(type),
    decode: decodeNothing,
  });
}

/** A delete of one record a call. */
export function deleteOne() {
  return operation({
    ...written,
    effect: 'delete',
    input: z.strictObject({ id: recordIdSchema }),
    path: ['id'],
    decode: decodeNothing,
  });
}

/** Activation or deactivation of one record; the situation is a part of the path. */
export function setStatus() {
  return operation({
    ...written,
    effect: 'update',
    input: z.strictObject({ id: recordIdSchema, situation: situationSchema }),
    path: ['id', 'situation'],
    decode: decodeNothing,
  });
}
