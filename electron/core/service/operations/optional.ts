import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeChip } from '../decoders/chips';
import { decodeEnterprise, decodePlain, decodePositions } from '../decoders/optional';
import { decodeList, decodeNothing, decodeWritten } from '../decoders/records';
import { chipAttributes, chipWireNames } from './chips';
import {
  deleteListBody,
  deleteListInput,
  inputNames,
  listQuery,
  operation,
  readParameters,
  relationInput,
  situationSchema,
  wireRecord,
} from './operation';

/** Which attributes can be selected is not known of any of these. */
const plainList = z.strictObject({
  attributes: z.array(z.string()).optional(),
  ...readParameters,
});

const query = [...listQuery, 'searchables'] as const;

const read = {
  effect: 'read',
  idempotent: true,
  authenticated: true,
  input: plainList,
  selectable: [],
  path: [],
  query,
} as const;

/** Attributes of a record whose form only the deployment knows, as they travel. */
const openAttributes = z.record(z.string().min(1).max(64), z.json());

/**
 * Operations that the document mentions or leaves out and that some deployments offer (service
 * defaults, "Paths"). They are called like any other, where a profile names them.
 */
export const optionalOperations = {
  'tracking.listAll': operation({
    ...read,
    lane: 'live',
    decode: (body, { profile, receivedAt }) => decodePositions(body, profile.tracking, receivedAt),
  }),
  'enterprises.list': operation({
    ...read,
    lane: 'background',
    decode: (body) => decodeList(body, decodeEnterprise),
  }),
  'serviceOrders.list': operation({
    ...read,
    lane: 'background',
    decode: (body) => decodeList(body, decodePlain),
  }),
  'webhooks.list': operation({
    ...read,
    lane: 'background',
    decode: (body) => decodeList(body, decodePlain),
  }),
  'webhooks.create': operation({
    effect: 'create',
    idempotent: false,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({
      data: z.array(z.strictObject({ attributes: openAttributes })).min(1),
    }),
    selectable: [],
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map((subscription) => wireRecord(subscription, {})),
    }),
    decode: (body) => decodeWritten(body, decodePlain),
  }),
  'webhooks.delete': operation({
    effect: 'delete',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: deleteListInput,
    selectable: [],
    path: [],
    query: [],
    body: deleteListBody('webhooks'),
    decode: decodeNothing,
  }),
  'chips.create': operation({
    effect: 'create',
    idempotent: false,
    lane: 'outbox',
    authenticated: true,
    input: z.strictObject({
      data: z
        .array(
          z.strictObject({
            attributes: chipAttributes,
            relationships: z.strictObject({ enterprise: relationInput }).optional(),
          }),
        )
        .min(1),
    }),
    selectable: [],
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map((chip) => wireRecord(chip, chipWireNames)),
    }),
    wireNames: inputNames(chipWireNames),
    decode: (body) => decodeWritten(body, decodeChip),
  }),
  'chips.delete': operation({
    effect: 'delete',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: deleteListInput,
    selectable: [],
    path: [],
    query: [],
    body: deleteListBody('chips'),
    decode: decodeNothing,
  }),
  'vehicles.setStatus': operation({
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
