import { createHash } from 'node:crypto';
import { associationSides } from '@contract/associations';
import { collectionNames, type CollectionName } from '@contract/collections';
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
import { noteMentions } from './mentions';
import { readUnread } from './record-rows';
import { localKeysIn, withNewNames } from './references';
import {
  isFieldValue,
  isObject,
  numberOrNull,
  oneOf,
  parseObject,
  readFields,
  textOrNull,
} from './stored-values';

type ChangeOf<K extends StoreChange['kind']> = Extract<StoreChange, { kind: K }>;

/** The columns that {@link readEntry} takes. */
export const entryColumns = `seq, CAST(id AS BLOB) AS id, CAST(state AS BLOB) AS state,
  CAST(kind AS BLOB) AS kind, CAST(collection AS BLOB) AS collection, CAST(key AS BLOB) AS key,
  CAST(label AS BLOB) AS label, changed_at, CAST(password AS BLOB) AS password,
  CAST(body AS BLOB) AS body, CAST(digest AS BLOB) AS digest`;

/** States in which nothing is left to do. */
const doneStates: readonly EntryState[] = ['sent', 'discarded'];

/** All that can change of an entry. */
const update = `UPDATE entries SET state = ?, kind = ?, collection = ?, key = ?, label = ?,
  other_collection = ?, other_key = ?, changed_at = ?, password = ?, body = ?, digest = ?`;

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
  const { id, seq, password, state, kind, changedAt, subject, other } = entry;
  const body = bodyOf(entry);
  // Nobody needs the password of what is done.
  const kept = doneStates.includes(state) ? null : password;
  const values: Bindable[] = [
    ...[state, kind, subject.collection, subject.key, subject.label],
    ...[other?.collection ?? null, other?.key ?? null, changedAt, kept, body],
    digestOf({ state, kind, password: kept, body }),
  ];
  // Plain statements, one of which mostly is enough: one that answers the number costs twice as much.
  if (seq > 0) {
    const written = connection.run(`${update} WHERE seq = ? AND id = ?`, ...[...values, seq, id]);
    if (written.rows === 1) return seq;
  }
  const added = connection.run(
    `INSERT INTO entries (id, state, kind, collection, key, label, other_collection, other_key,
       changed_at, password, body, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    ...[id, ...values],
  );
  if (added.rows === 1) return added.lastId;
  connection.run(`${update} WHERE id = ?`, ...[...values, id]);
  return connection.number('SELECT seq FROM entries WHERE id = ?', id);
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
    .map(readEntry);
}

export function entryById(connection: Connection, id: string): StoredEntry | null {
  const row = connection.first(`SELECT ${entryColumns} FROM entries WHERE id = ?`, id);
  return row === null ? null : readEntry(row);
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
    .map(readEntry);
}

/**
 * An entry as it was written. The cipher does not notice a changed byte, so each entry carries a
 * digest: one that is not what a person entered any more is never sent on its own.
 */
export function readEntry(row: Row): StoredEntry {
  const entry = readBody(row);
  const digest = digestOf({
    state: String(row['state']),
    kind: String(row['kind']),
    password: textOrNull(row['password']),
    body: String(row['body']),
  });
  if (digest === row['digest'] || doneStates.includes(entry.state)) return entry;
  return { ...entry, state: 'attention', trouble: { kind: 'recovered' } };
}

/** Takes the passwords out of all entries; one that was altered stays known as altered. */
export function dropPasswords(connection: Connection): void {
  const rows = connection.all(
    `SELECT seq, CAST(state AS BLOB) AS state, CAST(kind AS BLOB) AS kind,
       CAST(password AS BLOB) AS password, CAST(body AS BLOB) AS body,
       CAST(digest AS BLOB) AS digest
     FROM entries WHERE password IS NOT NULL`,
  );
  for (const row of rows) {
    const { seq = null, digest = null } = row;
    const content = {
      state: String(row['state']),
      kind: String(row['kind']),
      body: String(row['body']),
    };
    const isAsWritten = digest === digestOf({ ...content, password: String(row['password']) });
    connection.run(
      'UPDATE entries SET password = NULL, digest = ? WHERE seq = ?',
      isAsWritten ? digestOf({ ...content, password: null }) : digest,
      seq,
    );
  }
}

function readBody(row: Row): StoredEntry {
  const body = parseObject(row['body']) ?? {};
  const trouble = troubleSchema.safeParse(body['trouble']);
  const subject: ChangeSubject = {
    collection: oneOf(collectionNames, row['collection'], 'vehicles'),
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
  noteMentions(commit.connection, { place: 'deletions', row: id }, rest);
}

/** The columns that {@link readDeletion} takes. */
export const deletionColumns = 'CAST(id AS BLOB) AS id, deleted_at, CAST(body AS BLOB) AS body';

export function deletions(connection: Connection): StoredDeletion[] {
  return connection
    .all(`SELECT ${deletionColumns} FROM deletions ORDER BY deleted_at DESC, id`)
    .flatMap((row) => readDeletion(row) ?? []);
}

/** Null where nothing is left that could be shown or made anew. */
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

/** Whoever wrote it may not have heard yet what the service named a record. */
function withCurrentKeys<T>(commit: Commit, value: T): T {
  if (localKeysIn(value).length === 0) return value;
  return withNewNames(value, (old) => commit.currentKey(old));
}

function digestOf(content: {
  state: string;
  kind: string;
  password: string | null;
  body: string;
}): string {
  const { state, kind, password, body } = content;
  return createHash('sha256')
    .update(JSON.stringify([state, kind, password, body]))
    .digest('base64');
}

function readSubject(value: unknown): ChangeSubject | null {
  if (!isObject(value)) return null;
  const collection = collectionNames.find((name) => name === value['collection']);
  const { key, label } = value;
  if (collection === undefined || typeof key !== 'string') return null;
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
