import { decodeDevice } from '../decoders/devices';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  setStatus,
  updateRecord,
} from './record-operations';
import { written } from './written-input';

const selectable = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'] as const;

/** Devices (public API, "Devices"). */
export const deviceOperations = {
  'devices.list': listRecords(selectable, decodeDevice),
  'devices.get': getRecord(selectable, decodeDevice),
  'devices.create': createRecords(written('devices', 'create', decodeDevice)),
  'devices.update': updateRecord(written('devices', 'update', decodeDevice)),
  'devices.delete': deleteRecords('devices'),
  'devices.setStatus': setStatus(),
};
