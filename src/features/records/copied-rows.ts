import type { CollectionName } from '@contract/collections';
import type { AppError, Result } from '@contract/errors';
import { ROWS_AT_MOST, type RecordKey, type RecordRow } from '@contract/records';
import { useBridge } from '@/bridge';

/** Rows as tab-separated text; a tab or the end of a line within a value becomes a space. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ');
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}

/** Rows of any number of records; ones that are gone meanwhile are missing. */
export async function readAllRows(
  collection: CollectionName,
  keys: readonly RecordKey[],
): Promise<Result<ReadonlyMap<RecordKey, RecordRow>>> {
  const rows = new Map<RecordKey, RecordRow>();
  for (let at = 0; at < keys.length; at += ROWS_AT_MOST) {
    const wanted = keys.slice(at, at + ROWS_AT_MOST);
    const answer: Result<RecordRow[]> = await useBridge().records.rows({
      collection,
      keys: wanted,
    });
    if (!answer.ok) return { ok: false, error: answer.error satisfies AppError };
    for (const row of answer.data) rows.set(row.key, row);
  }
  return { ok: true, data: rows };
}
