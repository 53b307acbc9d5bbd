import { decodeChip } from '../decoders/chips';
import { getRecord, listRecords, updateRecord } from './record-operations';
import { written } from './written-input';

const selectable = ['serial', 'number', 'carrier', 'service_provider', 'batch'] as const;

/** Chips (public API, "Chips"): the document offers neither create nor delete. */
export const chipOperations = {
  'chips.list': listRecords(selectable, decodeChip),
  'chips.get': getRecord(selectable, decodeChip),
  'chips.update': updateRecord(written('chips', 'update', decodeChip)),
};
