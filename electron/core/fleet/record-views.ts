import { FleetdeskError } from '@contract/errors';
import type { Fields, FieldValue, RecordDetail, RecordName, RecordRow } from '@contract/records';
import type { StoredRecord } from '../ports/store';
import { momentBefore } from './record-fields';

/** A kept record as lists show it. */
export function rowOf({ key, fields, mark, changed, readAt, goneAt }: StoredRecord): RecordRow {
  return { key, fields, mark, changed: [...changed], readAt, goneAt };
}

/** Of fields that the service does not tell, what was set here last. */
export function setHereOf({ fields, setHere }: StoredRecord, untold: readonly string[]): Fields {
  const values = untold.flatMap((field): [string, FieldValue][] => {
    const set = Object.hasOwn(setHere, field) ? setHere[field] : undefined;
    return Object.hasOwn(fields, field) || set === undefined ? [] : [[field, set.value]];
  });
  return Object.fromEntries(values);
}

/** A kept record as its panel shows it. */
export function detailOf(record: StoredRecord, entryIds: string[]): RecordDetail {
  const setHere: Record<string, { value: FieldValue; at: number }> = { ...record.setHere };
  const { collection, told, raw } = record;
  const unread = [...record.unread];
  const isOutdated = momentBefore(record) !== null;
  return { ...rowOf(record), collection, told, setHere, raw, isOutdated, unread, entryIds };
}

/** What is said of a record that is not kept. */
export function notKept({ collection, key }: RecordName): FleetdeskError {
  const message = `${collection} ${key} is not kept here.`;
  return new FleetdeskError({ code: 'not-found', reason: 'not-kept', message });
}

/** What is said where the service answers 404 for a record and its list can't tell. */
export function contradiction({ collection, key }: RecordName): FleetdeskError {
  const message = `The service answers "not found" for ${collection} ${key}, and does not show that it is gone.`;
  return new FleetdeskError({ code: 'bad-response', reason: 'unexpected-shape', message });
}
