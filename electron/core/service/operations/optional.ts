import { z } from 'zod';
import { decodePositions } from '../decoders/optional';
import { decodeRecord, decodeWritten } from '../decoders/records';
import { listQuery } from '../query-parameters';
import { listInputOf, operation, optional, wireRecord } from './operation';
import { deleteRecords, listRecords } from './record-operations';

/** Which attributes can be selected is not known of any of these. */
const query = [...listQuery, 'searchables'] as const;

/** Attributes of a record whose form only the deployment knows, as they travel. */
const openAttributes = z.record(z.string().min(1).max(64), z.json());

/**
 * Operations that the document mentions or leaves out, that belong to no built-in resource and that
 * some deployments offer (service defaults, "Paths"). They are called like any other, where a
 * profile names them.
 */
export const optionalOperations = {
  'tracking.listAll': optional(
    operation({
      verb: 'list',
      effect: 'read',
      authenticated: true,
      input: listInputOf(query),
      path: [],
      query,
      answer: { size: 'list' },
      decode: (body, { profile, receivedAt }) =>
        decodePositions(body, profile.tracking, receivedAt),
    }),
  ),
  'serviceOrders.list': optional(listRecords(query)),
  'webhooks.list': optional(listRecords(query)),
  'webhooks.create': optional(
    operation({
      verb: 'create',
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
  ),
  'webhooks.delete': optional(deleteRecords('webhooks')),
};
