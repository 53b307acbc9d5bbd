import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeTracking } from '../decoders/tracking';
import { operation, readParameters } from './operation';

const { includes, filters, sort, limit, page, searchables } = readParameters;

/** Kinds of trajectory data (public API, "Trajectory"). */
const kinds = ['SEGMENT', 'DETAILED', 'ALARM', 'STOP'] as const;

/**
 * Tracking and trajectories (public API, "Tracking and trajectories"). The trajectory answers are
 * handed on as JSON; their reading is core/trajectories' own.
 */
export const trackingOperations = {
  'tracking.get': operation({
    form: { method: 'GET', path: '/v2/vehicles/{id}/tracking/{deviceId}' },
    verb: 'read',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      /** The vehicle. */
      id: recordIdSchema,
      deviceId: recordIdSchema,
      includes,
      format: z.literal('JSON').default('JSON'),
    }),
    path: ['id', 'deviceId'],
    query: ['includes', 'format'],
    answer: { size: 'position' },
    decode: (body, { profile, receivedAt }) => decodeTracking(body, profile.tracking, receivedAt),
  }),
  // Days, a day and its positions are one permission: to replay a vehicle.
  'trajectories.list': operation({
    form: { method: 'GET', path: '/v2/vehicles/{id}/trajectories/' },
    verb: 'read',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      /** The vehicle. */
      id: recordIdSchema,
      /** `fromAcc` and `toAcc`, days as YYYYMMDD. */
      filters,
      includes,
      searchables,
      limit,
      page,
    }),
    path: ['id'],
    query: ['filters', 'includes', 'searchables', 'limit', 'page'],
    answer: { size: 'list', time: 'trajectory' },
    decode: (body: unknown) => body,
  }),
  'trajectories.get': operation({
    form: { method: 'GET', path: '/v2/vehicles/{id}/trajectories/by-keys' },
    verb: 'read',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      /** The vehicle. */
      id: recordIdSchema,
      /** `acc` (day) and `did` (device), each with the operator `eq`. */
      filters,
      includes,
      sort,
      searchables,
      limit,
      page,
    }),
    path: ['id'],
    query: ['filters', 'includes', 'sort', 'searchables', 'limit', 'page'],
    answer: { size: 'list', time: 'trajectory' },
    decode: (body: unknown) => body,
  }),
  'trajectories.data': operation({
    form: { method: 'GET', path: '/v2/vehicles/{id}/trajectories/geom' },
    verb: 'read',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      /** The vehicle. */
      id: recordIdSchema,
      attributes: z.array(z.enum(kinds)).optional(),
      /** As for *get trajectory*, and `eid` (enterprise). */
      filters,
    }),
    path: ['id'],
    query: ['attributes', 'filters'],
    answer: { size: 'day', time: 'trajectory' },
    takesText: true,
    decode: (body: unknown) => String(body),
  }),
};
