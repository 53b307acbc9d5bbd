import type { CollectionName } from '@contract/collections';
import { recordMarks, type Fields, type RecordRow, type Unread } from '@contract/records';
import type { StoredRecord } from '@core/ports/store';
import type { Row } from './connection';
import { signedColumns } from './digests';
import {
  isFieldValue,
  isObject,
  numberOrNull,
  oneOf,
  parseFields,
  parseList,
  parseObject,
} from './stored-values';

/** The columns that {@link readRow} takes. */
export const rowColumns = `CAST(key AS BLOB) AS key, CAST(mark AS BLOB) AS mark, read_at, gone_at,
  CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending`;

/** The columns that {@link readRecord} takes. */
export const recordColumns = signedColumns('records');

/** What the service told, with what waits here laid over it. */
export function visibleFields(row: Row): Fields {
  return { ...parseFields(row['told']), ...parseFields(row['pending']) };
}

export function readRow(row: Row): RecordRow {
  const told = parseFields(row['told']);
  const pending = parseFields(row['pending']);
  return {
    key: String(row['key']),
    fields: { ...told, ...pending },
    mark: oneOf(recordMarks, row['mark'], 'none'),
    changed: Object.keys(pending ?? {}),
    readAt: row['told'] === null ? null : numberOrNull(row['read_at']),
    goneAt: numberOrNull(row['gone_at']),
  };
}

export function readRecord(collection: CollectionName, row: Row): StoredRecord {
  // A record whose text can't be read any more is still one that the service told.
  const told = row['told'] === null ? null : (parseFields(row['told']) ?? {});
  return {
    ...readRow(row),
    collection,
    told,
    pending: parseFields(row['pending']),
    setHere: readSetHere(row['set_here']),
    raw: parseObject(row['raw']),
    unread: readUnread(row['unread']),
    firstToldAt: numberOrNull(row['first_told_at']),
  };
}

export function readSetHere(text: unknown): StoredRecord['setHere'] {
  const values = Object.entries(parseObject(text) ?? {}).flatMap(([name, each]) => {
    if (!isObject(each)) return [];
    const { value, at } = each;
    return isFieldValue(value) && typeof at === 'number' ? [[name, { value, at }] as const] : [];
  });
  return Object.fromEntries(values);
}

export function readUnread(text: unknown): Unread[] {
  return parseList(text).flatMap((each) =>
    isObject(each) && typeof each['path'] === 'string' && typeof each['problem'] === 'string'
      ? [{ path: each['path'], problem: each['problem'] }]
      : [],
  );
}
