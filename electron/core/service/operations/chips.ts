import { z } from 'zod';
import { decodeChip } from '../decoders/chips';
import { writeNames } from '../resources/codec';
import { relationInput } from './operation';
import { getRecord, listRecords, updateRecord } from './record-operations';

const selectable = ['serial', 'number', 'carrier', 'service_provider', 'batch'] as const;

/** A chip as it is written, by the app's names; only what is named is sent. */
export const writableChip = {
  attributes: z.strictObject({
    serial: z.string().optional(),
    number: z.string().optional(),
    batch: z.string().nullable().optional(),
    carrier: z.string().optional(),
    serviceProvider: z.string().optional(),
  }),
  relationships: z.strictObject({ enterprise: relationInput }),
  wireNames: writeNames('chips'),
  decode: decodeChip,
};

/** Chips (public API, "Chips"): the document offers neither create nor delete. */
export const chipOperations = {
  'chips.list': listRecords(selectable, decodeChip),
  'chips.get': getRecord(selectable, decodeChip),
  'chips.update': updateRecord(writableChip),
};
