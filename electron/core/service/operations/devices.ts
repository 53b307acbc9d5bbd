import { decodeRecord } from '../decoders/records';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  setStatus,
  updateRecord,
} from './record-operations';
import { written } from './written-input';

/** Devices (public API, "Devices"). */
export const deviceOperations = {
  'devices.list': listRecords(decodeRecord),
  'devices.get': getRecord(decodeRecord),
  'devices.create': createRecords(written('devices', 'create', decodeRecord)),
  'devices.update': updateRecord(written('devices', 'update', decodeRecord)),
  'devices.delete': deleteRecords('devices'),
  'devices.setStatus': setStatus(),
};
