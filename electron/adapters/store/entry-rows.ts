import { associationSides } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import {
  changeKinds,
  entryStates,
  troubleSchema,
  type ChangeSubject,
  type EntryState,
} from '@contract/outbox';
import type { RecordKey } from '@contract/records';
import type { EntrySnapshot, StoreChange, StoredDeletion, StoredEntry } from '@core/ports/store';
import { currentKey, type Commit } from './commit';
import type { Bindable, Connection, Row } from './connection';
import { digestOf, isTrue, sign, signAfter, signedColumns } from './digests';
import { noteMentions } from './mentions';
import { readUnread } from './record-rows';
import { localKeysIn, withNewNames } from './references';
import {
  isFieldValue,
  isObject,
  numberOrNull,
  collectionIn,
  collectionOrNull,
  oneOf,
  parseObject,
  readFields,
  textOrNull,
} from './stored-values';

type ChangeOf<K extends StoreChange['kind']> = Extract<StoreChange, { kind: K }>;

/** The columns that {@link readEntry} takes. */
export const entryColumns = signedColumns('entries');

/** States in which nothing is left to do. */
const doneStates: readonly EntryState[] = ['sent', 'discarded'];

/** All that can change of an entry. */
const columns = [
  ...['state', 'kind', 'collection', 'key', 'label', 'other_collection', 'other_key'],
  ...['changed_at', 'password', 'body', 'digest'],
] as const;

const update = `UPDATE entries SET ${columns.map((name) => `${name} = ?`).join(', ')}
  WHERE seq = ? AND id = ?`;

const insert = `INSERT INTO entries (seq, id, ${columns.join(', ')})
  VALUES (?, ?, ${columns.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`;

/** The number of the next entry, which its digest covers: no number is given twice. */
const nextSeq = `SELECT max(
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entries'), 0),
    coalesce((SELECT max(seq) FROM entries), 0)
  ) + 1`;

export function applyEntry(commit: Commit, change: ChangeOf<'entry'>): void {
  const entry = withCurrentKeys(commit, withRevision(commit, change.entry));
  const seq = writeEntry(commit.connection, entry);
  if (change.entry.seq !== seq) commit.noteSeq(entry.id, seq);
}

/** One that is sent for the first time gets the revision of the commit that says so. */
function withRevision({ revision }: Commit, entry: StoredEntry): StoredEntry {
  const isFirst = entry.state === 'sending' && entry.firstSentAt === null;
  return isFirst ? { ...entry, firstSentAt: revision } : entry;
}

/** Writes an entry over the one of its id, which keeps its number; answers the number. */
export function writeEntry(connection: Connection, entry: StoredEntry): number {
  const seq = writeRow(connection, entry);
  noteMentions(connection, { place: 'entries', row: seq }, entry, entry.subject.key);
  return seq;
}

function writeRow(connection: Connection, entry: StoredEntry): number {
  const { id, password, state, kind, changedAt, subject, other } = entry;
  const row = {
    ...{ id, state, kind, collection: subject.collection, key: subject.key, label: subject.label },
    ...{ other_collection: other?.collection ?? null, other_key: other?.key ?? null },
    // Nobody needs the password of what is done.
    ...{ changed_at: changedAt, password: doneStates.includes(state) ? null : password },
    body: bodyOf(entry),
  };
  const valuesAt = (seq: number): Bindable[] => {
    const signed = { ...row, digest: digestOf(connection, 'entries', { ...row, seq }) };
    return columns.map((name) => signed[name]);
  };
  const writeAt = (seq: number): boolean =>
    seq > 0 && connection.run(update, ...valuesAt(seq), seq, id).rows === 1;
  if (writeAt(entry.seq)) return entry.seq;
  const next = connection.number(nextSeq);
  if (connection.run(insert, next, id, ...valuesAt(next)).rows === 1) return next;
  const seq = connection.number('SELECT seq FROM entries WHERE id = ?', id);
  writeAt(seq);
  return seq;
}

/** What no statement looks into. */
function bodyOf(entry: StoredEntry): string {
  const { other, side, associationKey, fields, base, trouble, after, notBefore } = entry;
  const { createdAt, sentAt, attempts, firstSentAt, pack, storedDifferently, snapshot } = entry;
  const { action, wasInDoubt, taken } = entry;
  return JSON.stringify({
    ...{ other, side, associationKey, fields, base, trouble, after, notBefore },
    ...{ createdAt, sentAt, attempts, firstSentAt, pack, storedDifferently, snapshot },
    ...{ action, wasInDoubt, taken },
  });
}

export function openEntries(connection: Connection): StoredEntry[] {
  return connection
    .all(
      `SELECT ${entryColumns} FROM entries
       WHERE state NOT IN ('sent', 'discarded') ORDER BY seq`,
    )
    .map((row) => readEntry(connection, row));
}

export function entryById(connection: Connection, id: string): StoredEntry | null {
  const row = connection.first(`SELECT ${entryColumns} FROM entries WHERE id = ?`, id);
  return row === null ? null : readEntry(connection, row);
}

export function historyOf(
  connection: Connection,
  collection: CollectionName,
  name: RecordKey,
): StoredEntry[] {
  const key = currentKey(connection, name);
  return connection
    .all(
      `SELECT ${entryColumns} FROM entries
       WHERE ((collection = ?1 AND key = ?2) OR (other_collection = ?1 AND other_key = ?2))
       ORDER BY seq DESC`,
      ...[collection, key],
    )
    .map((row) => readEntry(connection, row));
}

/**
 * An entry as it was written; one that is not what a person entered any more is never sent on its
 * own. What is done is only looked at by the check.
 */
export function readEntry(connection: Connection, row: Row): StoredEntry {
  const entry = readUnchecked(row);
  if (doneStates.includes(entry.state) || isTrue(connection, 'entries', row)) return entry;
  return recovered(entry);
}

/** An entry that a person has to decide on, since nobody knows whether it was sent. */
export function recovered(entry: StoredEntry): StoredEntry {
  return { ...entry, state: 'attention', trouble: { kind: 'recovered' } };
}

/** Takes the passwords out of all entries; one that was altered stays known as altered. */
export function dropPasswords(connection: Connection): void {
  for (const { seq = null } of connection.all(
    'SELECT seq FROM entries WHERE password IS NOT NULL',
  )) {
    signAfter(connection, 'entries', ['seq = ?', seq], () => {
      connection.run('UPDATE entries SET password = NULL WHERE seq = ?', seq);
    });
  }
}

/** An entry as far as it can be read, true or not. */
export function readUnchecked(row: Row): StoredEntry {
  const body = parseObject(row['body']) ?? {};
  const trouble = troubleSchema.safeParse(body['trouble']);
  const subject: ChangeSubject = {
    collection: collectionIn(row['collection']),
    key: String(row['key']),
    label: String(row['label']),
  };
  const after = body['after'];
  const changedAt = Number(row['changed_at']);
  return {
    id: String(row['id']),
    seq: Number(row['seq']),
    kind: oneOf(changeKinds, row['kind'], 'update'),
    subject,
    other: readSubject(body['other']),
    side: associationSides.find((side) => side === body['side']) ?? null,
    associationKey: textOrNull(body['associationKey']),
    fields: readFields(body['fields']),
    base: readFields(body['base']),
    password: textOrNull(row['password']),
    state: oneOf(entryStates, row['state'], 'attention'),
    trouble: trouble.success ? trouble.data : null,
    action: textOrNull(body['action']),
    after: Array.isArray(after) ? after.filter((each) => typeof each === 'string') : [],
    notBefore: numberOrNull(body['notBefore']),
    createdAt: numberOrNull(body['createdAt']) ?? changedAt,
    changedAt,
    sentAt: numberOrNull(body['sentAt']),
    attempts: numberOrNull(body['attempts']) ?? 0,
    firstSentAt: numberOrNull(body['firstSentAt']),
    wasInDoubt: body['wasInDoubt'] === true,
    taken: textOrNull(body['taken']),
    pack: numberOrNull(body['pack']),
    storedDifferently: readDifferences(body['storedDifferently']),
    snapshot: readSnapshot(body['snapshot']),
  };
}

export function applyDeletion(commit: Commit, change: ChangeOf<'deletion'>): void {
  const deletion = withCurrentKeys(commit, change.deletion);
  const { id, deletedAt, ...rest } = deletion;
  commit.connection.run(
    `INSERT INTO deletions (id, deleted_at, body) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at, body = excluded.body`,
    ...[id, deletedAt, JSON.stringify(rest)],
  );
  sign(commit.connection, 'deletions', 'id = ?', id);
  noteMentions(commit.connection, { place: 'deletions', row: id }, rest);
}

/** The columns that {@link readDeletion} takes. */
export const deletionColumns = 'CAST(id AS BLOB) AS id, deleted_at, CAST(body AS BLOB) AS body';

export function deletions(connection: Connection): StoredDeletion[] {
  return connection
    .all(`SELECT ${deletionColumns} FROM deletions ORDER BY deleted_at DESC, id`)
    .flatMap((row) => readDeletion(row) ?? []);
}

/** Null where nothing is left that could be shown or made again. */
export function readDeletion(row: Row): StoredDeletion | null {
  const body = parseObject(row['body']) ?? {};
  const subject = readSubject(body['subject']);
  const snapshot = readSnapshot(body['snapshot']);
  if (subject === null || snapshot === null) return null;
  return {
    id: String(row['id']),
    subject,
    snapshot,
    unread: readUnread(JSON.stringify(body['unread'] ?? [])),
    deletedAt: Number(row['deleted_at']),
    recreatedAs: textOrNull(body['recreatedAs']),
  };
}

/** Its writer may not know yet the id that the service gave a record. */
function withCurrentKeys<T>(commit: Commit, value: T): T {
  if (localKeysIn(value).length === 0) return value;
  return withNewNames(value, (old) => commit.currentKey(old));
}

function readSubject(value: unknown): ChangeSubject | null {
  if (!isObject(value)) return null;
  const collection = collectionOrNull(value['collection']);
  const { key, label } = value;
  if (collection === null || typeof key !== 'string') return null;
  return { collection, key, label: typeof label === 'string' ? label : '' };
}

function readDifferences(value: unknown): StoredEntry['storedDifferently'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (!isObject(each)) return [];
    const { field, sent, stored } = each;
    if (typeof field !== 'string' || !isFieldValue(sent) || !isFieldValue(stored)) return [];
    return { field, sent, stored };
  });
}

function readSnapshot(value: unknown): EntrySnapshot | null {
  if (!isObject(value)) return null;
  const { raw, listed, associations } = value;
  return {
    fields: readFields(value['fields']),
    raw: isObject(raw) ? raw : null,
    listed: associationSides.filter((side) => Array.isArray(listed) && listed.includes(side)),
    associations: (Array.isArray(associations) ? associations : []).flatMap((each: unknown) => {
      if (!isObject(each)) return [];
      const side = associationSides.find((name) => name === each['side']);
      if (side === undefined) return [];
      return {
        side,
        key: String(each['key']),
        vehicleKey: String(each['vehicleKey']),
        otherKey: String(each['otherKey']),
        label: String(each['label']),
        isMain: each['isMain'] === true,
      };
    }),
  };
}
