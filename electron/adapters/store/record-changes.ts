import type { CollectionName } from '@contract/collections';
import type { Fields, RecordKey } from '@contract/records';
import type { StoreChange, ToldRecord } from '@core/ports/store';
import type { Commit } from './commit';
import type { Bindable, Connection, Row } from './connection';
import { areTrue, digestOf, isTrue, sign } from './digests';
import { noteMentions } from './mentions';
import { readSetHere, recordColumns } from './record-rows';
import { withNewNames } from './references';
import { forgetRecord, indexRecord, reindexRecord } from './search-index';
import { isSameValue, numberOrNull, parseFields } from './stored-values';

type ChangeOf<K extends StoreChange['kind']> = Extract<StoreChange, { kind: K }>;

const existing = `SELECT id, gone_at, first_told_at, CAST(mark AS BLOB) AS mark,
    CAST(told AS BLOB) AS told, CAST(pending AS BLOB) AS pending,
    CAST(set_here AS BLOB) AS set_here, CAST(unread AS BLOB) AS unread
  FROM records WHERE collection = ? AND key = ?`;

const wholeByKey = `SELECT ${recordColumns} FROM records WHERE collection = ? AND key = ?`;
const wholeById = `SELECT ${recordColumns} FROM records WHERE id = ?`;

/** The row of a record, for a change of what the service told. */
export function findRow(commit: Commit, collection: CollectionName, key: RecordKey): Row | null {
  return commit.connection.first(existing, collection, key);
}

/** The same with all that a digest covers, for {@link changeRow}. */
function findWhole(commit: Commit, collection: CollectionName, key: RecordKey): Row | null {
  return commit.connection.first(wholeByKey, collection, key);
}

/**
 * Writes other values into a row that was read whole. One that was not true before is not signed:
 * what was damaged must not become true by a change of something else.
 */
function changeRow(
  connection: Connection,
  row: Row,
  changed: Readonly<Record<string, Bindable>>,
): void {
  const id = row['id'] ?? null;
  const digest = isTrue(connection, 'records', row)
    ? digestOf(connection, 'records', { ...row, ...changed })
    : (row['digest'] ?? null);
  const columns = [...Object.keys(changed), 'digest'].map((name) => `${name} = ?`).join(', ');
  connection.run(
    `UPDATE records SET ${columns} WHERE id = ?`,
    ...[...Object.values(changed), digest, id],
  );
}

export function applyTold(commit: Commit, change: ChangeOf<'told'>): void {
  for (const record of change.records) applyToldRecord(commit, change, record);
}

function applyToldRecord(commit: Commit, change: ChangeOf<'told'>, record: ToldRecord): void {
  const { connection } = commit;
  const { collection, pass, at } = change;
  const told = JSON.stringify(record.fields);
  const unread = record.unread.length === 0 ? null : JSON.stringify(record.unread);
  const raw = JSON.stringify(record.raw);
  const row = findRow(commit, collection, record.id);
  const firstToldAt = numberOrNull(row?.['first_told_at']) ?? commit.revision;
  // All of it is known here, so that the row needn't be read back to be signed. What stays of it
  // must have been true.
  const staysTrue = row === null || hasNothingOfOurs(row) || isRowTrue(connection, row);
  const digest = !staysTrue
    ? null
    : digestOf(connection, 'records', {
        ...{ mark: 'none', ...row, collection, key: record.id, told, raw, unread },
        ...{ read_at: at, gone_at: null, first_told_at: firstToldAt },
      });
  if (row === null) {
    const { lastId: id } = connection.run(
      `INSERT INTO records (collection, key, told, raw, unread, read_at, first_told_at, pass, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[collection, record.id, told, raw, unread, at, firstToldAt, pass, digest],
    );
    indexRecord(connection, id, collection, record.fields);
    commit.touch(collection, id);
    commit.noteChanged(collection, record.id);
    return;
  }
  const id = Number(row['id']);
  connection.run(
    `UPDATE records SET told = ?, raw = ?, unread = ?, read_at = ?, gone_at = NULL, absences = 0,
       first_told_at = ?, pass = coalesce(?, pass), digest = ?
     WHERE id = ?`,
    ...[told, raw, unread, at, firstToldAt, pass, digest, id],
  );
  if (row['told'] === told && row['gone_at'] === null && row['unread'] === unread) return;
  const pending = parseFields(row['pending']);
  const before = { ...parseFields(row['told']), ...pending };
  const after = { ...record.fields, ...pending };
  reindexRecord(connection, id, collection, { before, after });
  commit.touch(collection, id);
  if (row['told'] === null || row['gone_at'] !== null || row['unread'] !== unread) {
    commit.noteChanged(collection, record.id);
  } else if (!areSame(before, after)) {
    commit.noteChanged(collection, record.id);
  }
}

export function applyPending(commit: Commit, change: ChangeOf<'pending'>): void {
  const { connection } = commit;
  const { collection, mark } = change;
  const key = commit.currentKey(change.key);
  const fields =
    change.pending === null ? null : withNewNames(change.pending, (old) => commit.currentKey(old));
  const pending = fields === null ? null : JSON.stringify(fields);
  const row = findWhole(commit, collection, key);
  if (row === null) {
    // There is nothing to take away.
    if (pending === null && mark === 'none') return;
    const { lastId: id } = connection.run(
      'INSERT INTO records (collection, key, pending, mark) VALUES (?, ?, ?, ?)',
      ...[collection, key, pending, mark],
    );
    sign(connection, 'records', 'id = ?', id);
    noteMentions(connection, { place: 'records', row: id }, fields);
    indexRecord(connection, id, collection, fields ?? {});
    commit.touch(collection, id);
    return;
  }
  const id = Number(row['id']);
  changeRow(connection, row, { pending, mark });
  noteMentions(connection, { place: 'records', row: id }, fields);
  const told = parseFields(row['told']);
  reindexRecord(connection, id, collection, {
    before: { ...told, ...parseFields(row['pending']) },
    after: { ...told, ...fields },
  });
  commit.touch(collection, id);
}

export function applySetHere(commit: Commit, change: ChangeOf<'setHere'>): void {
  const row = findWhole(commit, change.collection, commit.currentKey(change.key));
  if (row === null) return;
  const setHere = { ...readSetHere(row['set_here']) };
  const fields = withNewNames(change.fields, (old) => commit.currentKey(old));
  for (const [name, value] of Object.entries(fields)) setHere[name] = { value, at: change.at };
  const id = Number(row['id']);
  changeRow(commit.connection, row, { set_here: JSON.stringify(setHere) });
  noteMentions(commit.connection, { place: 'records', row: id }, fields);
  commit.touch(change.collection, id);
}

/** What the service told stays, whatever is called away: it is no longer only from here. */
export function applyDrop(commit: Commit, change: ChangeOf<'drop'>): void {
  const { collection } = change;
  const row = findRow(commit, collection, commit.currentKey(change.key));
  if (row === null || row['told'] !== null) return;
  const id = Number(row['id']);
  forgetRecord(commit.connection, id);
  commit.connection.run('DELETE FROM records WHERE id = ?', id);
  commit.touch(collection, id);
}

export function applyGone(commit: Commit, change: ChangeOf<'gone'>): void {
  const { collection, at } = change;
  const row = findWhole(commit, collection, commit.currentKey(change.key));
  if (row === null) return;
  const id = Number(row['id']);
  // The moment at which it was found to be gone stays, however often it is found again.
  const goneAt = at === null ? null : (numberOrNull(row['gone_at']) ?? at);
  changeRow(commit.connection, row, { gone_at: goneAt, absences: 0 });
  commit.touch(collection, id);
}

/** So many complete passes in a row without a record say that the service no longer has it. */
const ABSENCES = 2;

export function applyPassEnded(commit: Commit, change: ChangeOf<'passEnded'>): void {
  const { connection } = commit;
  const { collection, pass, at } = change;
  connection.run(
    `UPDATE records SET absences = absences + 1
     WHERE collection = ? AND told IS NOT NULL AND gone_at IS NULL AND pass IS NOT ?`,
    ...[collection, pass],
  );
  const gone = connection.all(
    `SELECT id, CAST(key AS BLOB) AS key FROM records
     WHERE collection = ? AND told IS NOT NULL AND gone_at IS NULL AND absences >= ?`,
    ...[collection, ABSENCES],
  );
  for (const row of gone) {
    const id = Number(row['id']);
    const whole = connection.first(wholeById, id);
    if (whole !== null) changeRow(connection, whole, { gone_at: at });
    commit.noteGone(collection, String(row['key']));
    commit.touch(collection, id);
  }
}

/** Of a row with nothing from here all is written over that a person sees. */
function hasNothingOfOurs(row: Row): boolean {
  return row['pending'] === null && row['set_here'] === null && row['mark'] === 'none';
}

function isRowTrue(connection: Connection, row: Row): boolean {
  return areTrue(connection, 'records', 'id = ?', row['id'] ?? null);
}

function areSame(before: Fields, after: Fields): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => isSameValue(before[name], after[name]));
}
