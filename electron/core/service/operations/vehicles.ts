import { decodeRecord } from '../decoders/records';
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
  'vehicles.list': listRecords(decodeRecord),
  'vehicles.get': getRecord(decodeRecord),
  'vehicles.create': createRecords(written('vehicles', 'create', decodeRecord)),
  'vehicles.update': updateRecord(written('vehicles', 'update', decodeRecord)),
  'vehicles.delete': deleteRecords('vehicles'),
};
