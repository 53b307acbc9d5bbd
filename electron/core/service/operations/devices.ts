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

const selectable = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'] as const;

/** Devices (public API, "Devices"). */
export const deviceOperations = {
  'devices.list': listRecords(selectable, decodeRecord),
  'devices.get': getRecord(selectable, decodeRecord),
  'devices.create': createRecords(written('devices', 'create', decodeRecord)),
  'devices.update': updateRecord(written('devices', 'update', decodeRecord)),
  'devices.delete': deleteRecords('devices'),
  'devices.setStatus': setStatus(),
};
