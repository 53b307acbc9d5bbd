import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import {
  decodeList,
  decodeNothing,
  decodeOne,
  decodeRecord,
  decodeWritten,
} from '../decoders/records';
import { inputNames, operation, readParameters, wireRecord } from './operation';
import { getRecord, listRecords, setStatus, updateRecord } from './record-operations';
import { written } from './written-input';

const selectable = [
  'username',
  'email',
  'name',
  'phone1',
  'phone2',
  'emergency_contact',
  'emergency_phone',
  'document_number',
  'cpf',
  'birthdate',
  'created_at',
  'updated_at',
  'deactivated_at',
  'locale',
] as const;

const created = written('users', 'create', decodeRecord);

/** Users and roles (public API, "Users and roles"). */
export const userOperations = {
  'users.list': listRecords(selectable, decodeRecord),
  'users.get': getRecord(selectable, decodeRecord),
  'users.create': operation({
    effect: 'create',
    authenticated: true,
    input: z.strictObject({
      /** The document takes one user a call. */
      data: z.strictObject({
        attributes: created.attributes,
        relationships: created.relationships.optional(),
      }),
    }),
    path: [],
    query: [],
    body: ({ data }) => ({ kind: 'records', records: [wireRecord(data, created.wireNames)] }),
    wireNames: inputNames(created.wireNames),
    decode: (body) => decodeWritten(body, decodeRecord),
  }),
  'users.update': updateRecord(written('users', 'update', decodeRecord)),
  'users.delete': operation({
    effect: 'delete',
    authenticated: true,
    input: z.strictObject({ id: recordIdSchema }),
    path: ['id'],
    query: [],
    decode: decodeNothing,
  }),
  'users.setStatus': setStatus(),
  'roles.list': operation({
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      attributes: z.array(z.literal('name')).optional(),
      filters: readParameters.filters,
    }),
    path: [],
    query: ['attributes', 'filters'],
    decode: (body) => decodeList(body, decodeRecord),
  }),
  'roles.get': operation({
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      id: recordIdSchema,
      attributes: z.array(z.literal('name')).optional(),
    }),
    path: ['id'],
    query: ['attributes'],
    decode: (body) => decodeOne(body, decodeRecord),
  }),
};
