import { z } from 'zod';
import { decodePositions } from '../decoders/optional';
import { decodeList, decodeRecord, decodeWritten } from '../decoders/records';
import { listQuery, operation, readParameters, wireRecord } from './operation';
import { createRecords, deleteRecords, setStatus } from './record-operations';
import { written } from './written-input';

/** Which attributes can be selected is not known of any of these. */
const plainList = z.strictObject({
  attributes: z.array(z.string()).optional(),
  ...readParameters,
});

const query = [...listQuery, 'searchables'] as const;

const read = {
  effect: 'read',
  authenticated: true,
  input: plainList,
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
    decode: (body, { profile, receivedAt }) => decodePositions(body, profile.tracking, receivedAt),
  }),
  'enterprises.list': operation({
    ...read,
    decode: (body) => decodeList(body, decodeRecord),
  }),
  'serviceOrders.list': operation({
    ...read,
    decode: (body) => decodeList(body, decodeRecord),
  }),
  'webhooks.list': operation({
    ...read,
    decode: (body) => decodeList(body, decodeRecord),
  }),
  'webhooks.create': operation({
    effect: 'create',
    authenticated: true,
    input: z.strictObject({
      data: z.array(z.strictObject({ attributes: openAttributes })).min(1),
    }),
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map((subscription) => wireRecord(subscription, {})),
    }),
    decode: (body) => decodeWritten(body, decodeRecord),
  }),
  'webhooks.delete': deleteRecords('webhooks'),
  'chips.create': createRecords(written('chips', 'create', decodeRecord)),
  'chips.delete': deleteRecords('chips'),
  'vehicles.setStatus': setStatus(),
};
