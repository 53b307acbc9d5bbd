import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeList, decodeOne, decodeRecord } from '../decoders/records';
import { operation, readParameters } from './operation';
import {
  createOne,
  deleteOne,
  getRecord,
  listRecords,
  setStatus,
  updateRecord,
} from './record-operations';
import { written } from './written-input';

/** Users and roles (public API, "Users and roles"). */
export const userOperations = {
  'users.list': listRecords(decodeRecord),
  'users.get': getRecord(decodeRecord),
  // The document takes one user a call.
  'users.create': createOne(written('users', 'create', decodeRecord)),
  'users.update': updateRecord(written('users', 'update', decodeRecord)),
  'users.delete': deleteOne(),
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
