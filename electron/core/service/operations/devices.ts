import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeDevice } from '../decoders/devices';
import { decodeList, decodeNothing, decodeOne, decodeWritten } from '../decoders/records';
import {
  deleteListBody,
  deleteListInput,
  getInput,
  getQuery,
  listInput,
  listQuery,
  operation,
  relationInput,
  situationSchema,
  wireRecord,
} from './operation';

const selectable = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'] as const;

const text = z.string().nullable().optional();

const attributes = z.strictObject({
  name: z.string().optional(),
  imei: z.string().optional(),
  batch: text,
  code: text,
});

const relationships = z.strictObject({
  chip: relationInput,
  enterprise: relationInput,
  vehicle: relationInput,
  type: relationInput,
});

/** Devices (public API, "Devices"). */
export const deviceOperations = {
  'devices.list': operation({
    effect: 'read',
    idempotent: true,
    lane: 'background',
    authenticated: true,
    input: listInput(selectable),
    selectable,
    path: [],
    query: listQuery,
    decode: (body) => decodeList(body, decodeDevice),
  }),
  'devices.get': operation({
    effect: 'read',
    idempotent: true,
    lane: 'interactive',
    authenticated: true,
    input: getInput(selectable),
    selectable,
    path: ['id'],
    query: getQuery,
    decode: (body) => decodeOne(body, decodeDevice),
  }),
  'devices.create': operation({
    effect: 'create',
    idempotent: false,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({
      data: z.array(z.strictObject({ attributes, relationships: relationships.optional() })).min(1),
    }),
    selectable: [],
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map((device) => wireRecord(device, {})),
    }),
    decode: (body) => decodeWritten(body, decodeDevice),
  }),
  'devices.update': operation({
    effect: 'update',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({
      id: recordIdSchema,
      data: z.strictObject({
        attributes: attributes.optional(),
        relationships: relationships.optional(),
      }),
    }),
    selectable: [],
    path: ['id'],
    query: [],
    body: ({ data }) => ({ kind: 'records', records: [wireRecord(data, {})] }),
    decode: (body) => decodeWritten(body, decodeDevice),
  }),
  'devices.delete': operation({
    effect: 'delete',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: deleteListInput,
    selectable: [],
    path: [],
    query: [],
    body: deleteListBody('devices'),
    decode: decodeNothing,
  }),
  'devices.setStatus': operation({
    effect: 'update',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({ id: recordIdSchema, situation: situationSchema }),
    selectable: [],
    path: ['id', 'situation'],
    query: [],
    decode: decodeNothing,
  }),
};
