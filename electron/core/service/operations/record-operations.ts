import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import {
  decodeList,
  decodeNothing,
  decodeOne,
  decodeRecord,
  decodeWritten,
} from '../decoders/records';
import { getQuery, listQuery, type QueryParameter } from '../query-parameters';
import {
  deleteListBody,
  deleteListInput,
  getInputOf,
  inputNames,
  listInputOf,
  operation,
  situationSchema,
  wireRecord,
  type RecordInput,
} from './operation';
import type { WrittenInput } from './written-input';

/** The kinds of operations that resources have: what is common to a kind is written here once. */

const written = { authenticated: true, query: [] } as const;

/** A list, with every usual read parameter by default. */
export function listRecords(query: readonly QueryParameter[] = listQuery) {
  return operation({
    verb: 'list',
    effect: 'read',
    authenticated: true,
    input: listInputOf(query),
    path: [],
    query,
    answer: { size: 'list' },
    decode: (body) => decodeList(body, decodeRecord),
  });
}

/** A read of one record. */
export function getRecord(query: readonly QueryParameter[] = getQuery) {
  return operation({
    verb: 'read',
    effect: 'read',
    authenticated: true,
    input: getInputOf(query),
    path: ['id'],
    query,
    decode: (body) => decodeOne(body, decodeRecord),
  });
}

/** A create of a list of records. */
export function createRecords(record: WrittenInput) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    verb: 'create',
    effect: 'create',
    input: z.strictObject({
      data: z.array(z.strictObject({ attributes, relationships: relationships.optional() })).min(1),
    }),
    path: [],
  });
}

/** A create of one record a call. */
export function createOne(record: WrittenInput) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    verb: 'create',
    effect: 'create',
    input: z.strictObject({
      data: z.strictObject({ attributes, relationships: relationships.optional() }),
    }),
    path: [],
  });
}

/** An update of one record: what is not named stays. */
export function updateRecord(record: WrittenInput) {
  const { attributes, relationships } = record;
  return operation({
    ...carriesRecords(record),
    verb: 'update',
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
function carriesRecords({ wireNames }: WrittenInput) {
  return {
    ...written,
    body: ({ data }: { data: RecordInput | readonly RecordInput[] }) => ({
      kind: 'records' as const,
      records: [data].flat().map((record) => wireRecord(record, wireNames)),
    }),
    wireNames: inputNames(wireNames),
    decode: (body: unknown) => decodeWritten(body, decodeRecord),
  };
}

/** A delete of a list of records, under the document's type string. */
export function deleteRecords(type: string) {
  return operation({
    ...written,
    verb: 'delete',
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
    verb: 'delete',
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
    verb: 'activate',
    effect: 'update',
    input: z.strictObject({ id: recordIdSchema, situation: situationSchema }),
    path: ['id', 'situation'],
    decode: decodeNothing,
  });
}
