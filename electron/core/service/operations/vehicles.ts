import { z } from 'zod';
import { decodeVehicle } from '../decoders/vehicles';
import { writeNames } from '../resources/codec';
import { relationInput } from './operation';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  updateRecord,
} from './record-operations';

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

const wireNames = writeNames('vehicles');

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
});

const relationships = z.strictObject({ enterprise: relationInput });

const writableVehicle = { attributes, relationships, wireNames, decode: decodeVehicle };

/** Vehicles (public API, "Vehicles"). */
export const vehicleOperations = {
  'vehicles.list': listRecords(selectable, decodeVehicle),
  'vehicles.get': getRecord(selectable, decodeVehicle),
  'vehicles.create': createRecords(writableVehicle),
  'vehicles.update': updateRecord(writableVehicle),
  'vehicles.delete': deleteRecords('vehicles'),
};
