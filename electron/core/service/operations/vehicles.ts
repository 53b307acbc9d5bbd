import { z } from 'zod';
import { recordIdSchema } from '@contract/records';
import { decodeList, decodeNothing, decodeOne, decodeWritten } from '../decoders/records';
import { decodeVehicle } from '../decoders/vehicles';
import { vehicleNames, type VehicleField } from '../vehicle-names';
import {
  deleteListBody,
  deleteListInput,
  getInput,
  getQuery,
  inputNames,
  listInput,
  listQuery,
  operation,
  relationInput,
  wireRecord,
} from './operation';

const selectable = [
  'batch',
  'plate',
  'code',
  'vin',
  'type',
  'brand',
  'model',
  'year',
  'description',
  'registration_number',
  'color',
  'user_names',
  'deactivated_at',
] as const;

const wireNames = Object.fromEntries(
  Object.entries(vehicleNames).map(([field, { write }]) => [field, write]),
);

const text = z.string().nullable().optional();

/** Attributes of a vehicle by the app's names; only what is named is sent. */
const attributes = z.strictObject({
  plate: z.string().optional(),
  vin: text,
  typeName: text,
  code: text,
  brandName: text,
  modelName: text,
  year: text,
  description: text,
  /** `#RRGGBB` */
  color: text,
  batch: text,
  registrationNumber: text,
} satisfies Record<VehicleField, z.ZodType>);

const relationships = z.strictObject({ enterprise: relationInput });

/** Vehicles (public API, "Vehicles"). */
export const vehicleOperations = {
  'vehicles.list': operation({
    effect: 'read',
    idempotent: true,
    lane: 'background',
    authenticated: true,
    input: listInput(selectable),
    selectable,
    path: [],
    query: listQuery,
    decode: (body) => decodeList(body, decodeVehicle),
  }),
  'vehicles.get': operation({
    effect: 'read',
    idempotent: true,
    lane: 'interactive',
    authenticated: true,
    input: getInput(selectable),
    selectable,
    path: ['id'],
    query: getQuery,
    decode: (body) => decodeOne(body, decodeVehicle),
  }),
  'vehicles.create': operation({
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
      records: data.map((vehicle) => wireRecord(vehicle, wireNames)),
    }),
    wireNames: inputNames(wireNames),
    decode: (body) => decodeWritten(body, decodeVehicle),
  }),
  'vehicles.update': operation({
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
    body: ({ data }) => ({ kind: 'records', records: [wireRecord(data, wireNames)] }),
    wireNames: inputNames(wireNames),
    decode: (body) => decodeWritten(body, decodeVehicle),
  }),
  'vehicles.delete': operation({
    effect: 'delete',
    idempotent: true,
    lane: 'outbox',
    authenticated: true,
    input: deleteListInput,
    selectable: [],
    path: [],
    query: [],
    body: deleteListBody('vehicles'),
    decode: decodeNothing,
  }),
};
