import { decodeVehicle } from '../decoders/vehicles';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  updateRecord,
} from './record-operations';
import { written } from './written-input';

/** Vehicles (public API, "Vehicles"). */
export const vehicleOperations = {
  'vehicles.list': listRecords(decodeVehicle),
  'vehicles.get': getRecord(decodeVehicle),
  'vehicles.create': createRecords(written('vehicles', 'create', decodeVehicle)),
  'vehicles.update': updateRecord(written('vehicles', 'update', decodeVehicle)),
  'vehicles.delete': deleteRecords('vehicles'),
};
