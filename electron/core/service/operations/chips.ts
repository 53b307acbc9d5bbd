import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeChip } from '../decoders/chips';
import { decodeList, decodeOne, decodeWritten } from '../decoders/records';
import {
  getInput,
  getQuery,
  inputNames,
  listInput,
  listQuery,
  operation,
  relationInput,
  wireRecord,
} from './operation';

const selectable = ['serial', 'number', 'carrier', 'service_provider', 'batch'] as const;

/** Input names whose wire names differ. */
export const chipWireNames = { serviceProvider: 'service_provider' } as const;

/** Attributes of a chip by the app's names; only what is named is sent. */
export const chipAttributes = z.strictObject({
  serial: z.string().optional(),
  number: z.string().optional(),
  batch: z.string().nullable().optional(),
  carrier: z.string().optional(),
  serviceProvider: z.string().optional(),
});

/** Chips (public API, "Chips"): the document offers neither create nor delete. */
export const chipOperations = {
  'chips.list': operation({
    effect: 'read',
    idempotent: true,
    lane: 'background',
    authenticated: true,
    input: listInput(selectable),
    selectable,
    path: [],
    query: listQuery,
    decode: (body) => decodeList(body, decodeChip),
  }),
  'chips.get': operation({
    effect: 'read',
    idempotent: true,
    lane: 'interactive',
    authenticated: true,
    input: getInput(selectable),
    selectable,
    path: ['id'],
    query: getQuery,
    decode: (body) => decodeOne(body, decodeChip),
  }),
  'chips.update': operation({
    effect: 'update',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({
      id: recordIdSchema,
      data: z.strictObject({
        attributes: chipAttributes.optional(),
        relationships: z.strictObject({ enterprise: relationInput }).optional(),
      }),
    }),
    selectable: [],
    path: ['id'],
    query: [],
    body: ({ data }) => ({ kind: 'records', records: [wireRecord(data, chipWireNames)] }),
    wireNames: inputNames(chipWireNames),
    decode: (body) => decodeWritten(body, decodeChip),
  }),
};
