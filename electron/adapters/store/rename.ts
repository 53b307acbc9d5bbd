import type { CollectionName } from '@contract/collections';
import type { Fields, RecordKey } from '@contract/records';
import type { StoreChange } from '@core/ports/store';
import { touchAssociation } from './association-rows';
import type { Commit } from './commit';
import { sign, signAfter } from './digests';
import { entryColumns, readEntry, writeEntry } from './entry-rows';
import { findRow } from './record-changes';
import { forgetMentions, noteMentions } from './mentions';
import { readSetHere } from './record-rows';
import { mentions, withNewNames } from './references';
import { forgetRecord, reindexRecord } from './search-index';
import { parse, parseFields } from './stored-values';

/** Gives a record or association the name that the service gave it, wherever it is mentioned. */
export function applyRename(
  commit: Commit,
  change: Extract<StoreChange, { kind: 'rename' }>,
): void {
  const { collection, from, to } = change;
  if (from === to) return;
  const { connection } = commit;
  if (collection === null) renameAssociation(commit, from, to);
  else renameRecord(commit, { collection, from, to });
  renameInRecords(commit, from, to);
  renameInAssociations(commit, from, to);
  renameInEntries(commit, change);
  renameInDeletions(commit, from, to);
  forgetMentions(connection, from);
  signAfter(connection, 'aliases', ['new IN (?, ?)', from, to], () => {
    connection.run('UPDATE aliases SET new = ? WHERE new = ?', to, from);
  });
  connection.run(
    `INSERT INTO aliases (old, new) VALUES (?, ?)
     ON CONFLICT (old) DO UPDATE SET new = excluded.new`,
    ...[from, to],
  );
  sign(connection, 'aliases', 'old = ?', from);
}

/** Where a sync has brought the record already, what waits here moves over to it. */
function renameRecord(
  commit: Commit,
  { collection, from, to }: { collection: CollectionName; from: RecordKey; to: RecordKey },
): void {
  const { connection } = commit;
  const local = findRow(commit, collection, from);
  if (local === null) return;
  const localId = Number(local['id']);
  const named = findRow(commit, collection, to);
  commit.touch(collection, localId);
  commit.noteChanged(collection, to);
  if (named === null) {
    signAfter(connection, 'records', ['id = ?', localId], () => {
      connection.run('UPDATE records SET key = ? WHERE id = ?', to, localId);
    });
    return;
  }
  const namedId = Number(named['id']);
  const told = parseFields(named['told']);
  const before = parseFields(named['pending']);
  const moved = parseFields(local['pending']);
  const pending = before === null && moved === null ? null : { ...before, ...moved };
  const setHere = { ...readSetHere(named['set_here']), ...readSetHere(local['set_here']) };
  noteMentions(connection, { place: 'records', row: namedId }, [pending, setHere]);
  signAfter(connection, 'records', ['id IN (?, ?)', localId, namedId], () => {
    forgetRecord(connection, localId);
    connection.run('DELETE FROM records WHERE id = ?', localId);
    connection.run(
      'UPDATE records SET pending = ?, set_here = ?, mark = ? WHERE id = ?',
      ...[
        pending === null ? null : JSON.stringify(pending),
        Object.keys(setHere).length === 0 ? null : JSON.stringify(setHere),
        String(local['mark'] === 'none' ? named['mark'] : local['mark']),
        namedId,
      ],
    );
  });
  reindexRecord(connection, namedId, collection, {
    before: { ...told, ...before },
    after: { ...told, ...pending },
  });
  commit.touch(collection, namedId);
}

/** Where a listing has brought the association already, what waits here moves over to it. */
function renameAssociation(commit: Commit, from: RecordKey, to: RecordKey): void {
  const { connection } = commit;
  signAfter(connection, 'associations', ['key IN (?, ?)', from, to], () => {
    connection.run(
      `UPDATE associations SET (mark, pending_main) =
         (SELECT mark, pending_main FROM associations WHERE key = ?1)
       WHERE key = ?2 AND EXISTS (SELECT 1 FROM associations WHERE key = ?1)`,
      ...[from, to],
    );
    connection.run('UPDATE OR IGNORE associations SET key = ? WHERE key = ?', to, from);
    connection.run('DELETE FROM associations WHERE key = ?', from);
  });
}

/** References: what the service told never holds a local key. */
function renameInRecords(commit: Commit, from: RecordKey, to: RecordKey): void {
  const { connection } = commit;
  const rows = connection.all(
    `SELECT id, CAST(collection AS BLOB) AS collection, CAST(key AS BLOB) AS key,
       CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending,
       CAST(set_here AS BLOB) AS set_here
     FROM records
     WHERE id IN (SELECT row FROM mentions WHERE name = ? AND place = 'records')`,
    from,
  );
  for (const row of rows) {
    if (!mentions(row['pending'], from) && !mentions(row['set_here'], from)) continue;
    const id = Number(row['id']);
    const collection = String(row['collection']) as CollectionName;
    signAfter(connection, 'records', ['id = ?', id], () => {
      connection.run(
        'UPDATE records SET pending = ?, set_here = ? WHERE id = ?',
        ...[renamedJson(row['pending'], from, to), renamedJson(row['set_here'], from, to), id],
      );
    });
    commit.touch(collection, id);
    commit.noteChanged(collection, String(row['key']));
  }
}

function renameInAssociations(commit: Commit, from: RecordKey, to: RecordKey): void {
  const { connection } = commit;
  const named = connection.texts(
    'SELECT CAST(key AS BLOB) FROM associations WHERE vehicle_key = ?1 OR other_key = ?1',
    from,
  );
  for (const column of ['vehicle_key', 'other_key']) {
    signAfter(connection, 'associations', [`${column} IN (?, ?)`, from, to], () => {
      connection.run(`UPDATE associations SET ${column} = ? WHERE ${column} = ?`, to, from);
    });
  }
  for (const key of named) touchAssociation(commit, key);
  signAfter(connection, 'association_lists', ['vehicle_key IN (?, ?)', from, to], () => {
    connection.run(
      'UPDATE OR IGNORE association_lists SET vehicle_key = ? WHERE vehicle_key = ?',
      ...[to, from],
    );
    connection.run('DELETE FROM association_lists WHERE vehicle_key = ?', from);
  });
}

/** Through reading and writing, so that each keeps a digest that is true. */
function renameInEntries(
  { connection }: Commit,
  { collection, from, to }: Extract<StoreChange, { kind: 'rename' }>,
): void {
  const rows = connection.all(
    `SELECT ${entryColumns} FROM entries WHERE seq IN (
       SELECT seq FROM entries WHERE collection = ?1 AND key = ?2
       UNION SELECT row FROM mentions WHERE name = ?2 AND place = 'entries'
     )`,
    ...[collection, from],
  );
  for (const row of rows) {
    writeEntry(
      connection,
      withNewNames(readEntry(connection, row), (old) => (old === from ? to : old)),
    );
  }
}

function renameInDeletions(commit: Commit, from: RecordKey, to: RecordKey): void {
  const { connection } = commit;
  const rows = connection.all(
    `SELECT CAST(id AS BLOB) AS id, CAST(body AS BLOB) AS body FROM deletions
     WHERE id IN (SELECT row FROM mentions WHERE name = ? AND place = 'deletions')`,
    from,
  );
  for (const row of rows) {
    const id = String(row['id']);
    signAfter(connection, 'deletions', ['id = ?', id], () => {
      const body = renamedJson(row['body'], from, to);
      connection.run('UPDATE deletions SET body = ? WHERE id = ?', body, id);
    });
  }
}

/** A text that can't be read stays as it is. */
function renamedJson(json: unknown, from: RecordKey, to: RecordKey): string | null {
  if (typeof json !== 'string') return null;
  const value = parse(json) as Fields | null;
  if (value === null) return json;
  return JSON.stringify(withNewNames(value, (old) => (old === from ? to : old)));
}
