import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeDeviceAssociation, decodeUserAssociation } from '../decoders/associations';
import { decodeList, decodeNothing, decodeWritten } from '../decoders/records';
import { operation, readParameters, type Operation } from './operation';
import { deleteRecords } from './record-operations';

const { includes, filters, sort, count, limit, page, searchables } = readParameters;

const devicesOfVehicle = '/v2/vehicles/{vehicleId}/associations/devices';
const deviceAssociations = '/v2/vehicles/associations/devices';
const userAssociations = '/v2/vehicles/associations/users';

const userAttributes = ['created_at', 'deleted_at', 'nature'] as const;

/** Device and user associations (public API, "Device associations", "User associations"). */
export const associationOperations = {
  'deviceAssociations.list': operation({
    form: { method: 'GET', path: devicesOfVehicle },
    verb: 'list',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      vehicleId: recordIdSchema,
      includes,
      filters,
      sort,
      count,
      limit,
      page,
    }),
    path: ['vehicleId'],
    query: ['includes', 'filters', 'sort', 'count', 'limit', 'page'],
    answer: { size: 'list' },
    decode: (body) => decodeList(body, decodeDeviceAssociation),
  }),
  'deviceAssociations.create': operation({
    form: { method: 'POST', path: deviceAssociations, envelope: 'data-array' },
    verb: 'create',
    effect: 'create',
    authenticated: true,
    input: z.strictObject({
      data: z
        .array(
          z.strictObject({
            deviceId: recordIdSchema,
            vehicleId: recordIdSchema,
            isMainDevice: z.boolean(),
          }),
        )
        .min(1),
    }),
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map(({ deviceId, vehicleId, isMainDevice }) => ({
        device_id: deviceId,
        vehicle_id: vehicleId,
        is_main_device: isMainDevice,
      })),
    }),
    wireNames: {
      device_id: 'deviceId',
      vehicle_id: 'vehicleId',
      is_main_device: 'isMainDevice',
    },
    decode: (body) => decodeWritten(body, decodeDeviceAssociation),
  }),
  'deviceAssociations.update': operation({
    form: {
      method: 'PATCH',
      path: `${devicesOfVehicle}/{associationId}`,
      envelope: 'data-object',
    },
    verb: 'update',
    effect: 'update',
    authenticated: true,
    input: z.strictObject({
      vehicleId: recordIdSchema,
      associationId: recordIdSchema,
      isMainDevice: z.boolean(),
    }),
    path: ['vehicleId', 'associationId'],
    query: [],
    body: ({ isMainDevice }) => ({
      kind: 'records',
      records: [{ attributes: { is_main_device: isMainDevice } }],
    }),
    wireNames: { is_main_device: 'isMainDevice' },
    decode: decodeNothing,
  }),
  'deviceAssociations.delete': {
    ...deleteRecords('device_association'),
    form: { method: 'DELETE', path: deviceAssociations, envelope: 'data-array' },
  },
  'userAssociations.list': operation({
    form: { method: 'GET', path: '/v2/vehicles/{vehicleId}/associations/users' },
    verb: 'list',
    effect: 'read',
    authenticated: true,
    input: z.strictObject({
      vehicleId: recordIdSchema,
      // Without them a person who was removed is listed like one who is there.
      attributes: z.array(z.enum(userAttributes)).default([...userAttributes]),
      includes,
      filters,
      searchables,
      sort,
      count,
      limit,
      page,
    }),
    path: ['vehicleId'],
    query: ['attributes', 'includes', 'filters', 'searchables', 'sort', 'count', 'limit', 'page'],
    answer: { size: 'list' },
    decode: (body) => decodeList(body, decodeUserAssociation),
  }),
  'userAssociations.create': operation({
    form: { method: 'POST', path: userAssociations, envelope: 'data-array' },
    verb: 'create',
    effect: 'create',
    authenticated: true,
    input: z.strictObject({
      data: z.array(z.strictObject({ vehicleId: recordIdSchema, userId: recordIdSchema })).min(1),
    }),
    path: [],
    query: [],
    body: ({ data }) => ({
      kind: 'records',
      records: data.map(({ vehicleId, userId }) => ({ vehicle_id: vehicleId, user_id: userId })),
    }),
    wireNames: { vehicle_id: 'vehicleId', user_id: 'userId' },
    decode: (body) => decodeWritten(body, decodeUserAssociation),
  }),
  'userAssociations.delete': {
    ...deleteRecords('user_permission'),
    form: { method: 'DELETE', path: userAssociations, envelope: 'data-array' },
  },
} satisfies Record<string, Operation>;
