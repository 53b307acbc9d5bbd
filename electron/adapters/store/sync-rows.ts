import type { StoredSync } from '@core/ports/store';
import type { Commit } from './commit';
import type { Connection } from './connection';
import { sign } from './digests';
import { asInteger, collectionOrNull, numberOrNull } from './stored-values';

export function applySync(commit: Commit, sync: StoredSync): void {
  commit.connection.run(
    `INSERT INTO syncs (collection, pass, next_page, read, completed_at, paging_refused)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (collection) DO UPDATE SET pass = excluded.pass, next_page = excluded.next_page,
       read = excluded.read, completed_at = excluded.completed_at,
       paging_refused = excluded.paging_refused`,
    ...[sync.collection, sync.pass, sync.nextPage, sync.read, sync.completedAt],
    asInteger(sync.pagingRefused),
  );
  sign(commit.connection, 'syncs', 'collection = ?', sync.collection);
}

export function syncs(connection: Connection): StoredSync[] {
  const rows = connection.all(
    `SELECT CAST(collection AS BLOB) AS collection, pass, next_page, read, completed_at,
       paging_refused FROM syncs`,
  );
  return rows.flatMap((row) => {
    const collection = collectionOrNull(row['collection']);
    if (collection === null) return [];
    return {
      collection,
      pass: Number(row['pass']),
      nextPage: numberOrNull(row['next_page']),
      read: Number(row['read']),
      completedAt: numberOrNull(row['completed_at']),
      pagingRefused: row['paging_refused'] === 1,
    };
  });
}
