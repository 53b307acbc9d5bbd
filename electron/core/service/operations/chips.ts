import { decodeRecord } from '../decoders/records';
import { getRecord, listRecords, updateRecord } from './record-operations';
import { written } from './written-input';

/** Chips (public API, "Chips"): the document offers neither create nor delete. */
export const chipOperations = {
  'chips.list': listRecords(decodeRecord),
  'chips.get': getRecord(decodeRecord),
  'chips.update': updateRecord(written('chips', 'update', decodeRecord)),
};
