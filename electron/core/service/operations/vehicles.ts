import { decodeVehicle } from '../decoders/vehicles';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  updateRecord,
} from './record-operations';
import { written } from './written-input';

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

/** Vehicles (public API, "Vehicles"). */
export const vehicleOperations = {
  'vehicles.list': listRecords(selectable, decodeVehicle),
  'vehicles.get': getRecord(selectable, decodeVehicle),
  'vehicles.create': createRecords(written('vehicles', 'create', decodeVehicle)),
  'vehicles.update': updateRecord(written('vehicles', 'update', decodeVehicle)),
  'vehicles.delete': deleteRecords('vehicles'),
};
