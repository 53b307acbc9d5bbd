import { decodeRecord } from '../decoders/records';
import { getRecord, listRecords, updateRecord } from './record-operations';
import { written } from './written-input';

const selectable = ['serial', 'number', 'carrier', 'service_provider', 'batch'] as const;

/** Chips (public API, "Chips"): the document offers neither create nor delete. */
export const chipOperations = {
  'chips.list': listRecords(selectable, decodeRecord),
  'chips.get': getRecord(selectable, decodeRecord),
  'chips.update': updateRecord(written('chips', 'update', decodeRecord)),
};
