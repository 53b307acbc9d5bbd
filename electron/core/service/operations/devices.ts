import { z } from 'zod';
import { decodeDevice } from '../decoders/devices';
import { writeNames } from '../resources/codec';
import { relationInput } from './operation';
import {
  createRecords,
  deleteRecords,
  getRecord,
  listRecords,
  setStatus,
  updateRecord,
} from './record-operations';

const selectable = ['name', 'imei', 'batch', 'created_at', 'updated_at', 'code'] as const;

const text = z.string().nullable().optional();

const attributes = z.strictObject({
  name: z.string().optional(),
  imei: z.string().optional(),
  batch: text,
  code: text,
});

const relationships = z.strictObject({
  chip: relationInput,
  enterprise: relationInput,
  vehicle: relationInput,
  type: relationInput,
});

const writableDevice = {
  attributes,
  relationships,
  wireNames: writeNames('devices'),
  decode: decodeDevice,
};

/** Devices (public API, "Devices"). */
export const deviceOperations = {
  'devices.list': listRecords(selectable, decodeDevice),
  'devices.get': getRecord(selectable, decodeDevice),
  'devices.create': createRecords(writableDevice),
  'devices.update': updateRecord(writableDevice),
  'devices.delete': deleteRecords('devices'),
  'devices.setStatus': setStatus(),
};
