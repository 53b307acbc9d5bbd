import { associationSides } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import { fieldsOf, labelOf } from '@contract/resources';
import type { ChangeSubject, DeletedRecord, Trouble } from '@contract/outbox';
import { isLocalKey, type Fields, type RecordKey, type RecordName } from '@contract/records';
import type {
  EntrySnapshot,
  StoredAssociation,
  StoredDeletion,
  StoredEntry,
  StoredRecord,
  ToldRecord,
} from '../../ports/store';
import { isSameValue, valueAt } from '../../fleet/field-values';
import type { Journal } from './journal';

/** How long a delete can be undone, milliseconds. */
export const UNDO_TIME = 10_000;

type Changed = Extract<Trouble, { kind: 'changed' }>;

/**
 * What a record and its associations are, as far as they are kept.
 * @param whole sides of which the associations of all vehicles are known, see {@link wholeSides}
 */
export async function takeSnapshot(
  journal: Journal,
  record: StoredRecord,
  whole: EntrySnapshot['listed'],
): Promise<EntrySnapshot> {
  const { collection, key, raw, setHere } = record;
  const { known, listed } = await knownAssociations(journal, { collection, key }, whole);
  return {
    fields: { ...valuesOf(setHere), ...(record.told ?? record.fields) },
    raw,
    listed,
    associations: await withLabels(journal, collection, known),
  };
}

/** What a record and its associations are at the service now: what is confirmed next is this. */
export async function renewSnapshot(
  journal: Journal,
  { collection }: Pick<ChangeSubject, 'collection'>,
  now: {
    told: ToldRecord;
    setHere: StoredRecord['setHere'];
    associations: readonly StoredAssociation[];
    listed: EntrySnapshot['listed'];
  },
): Promise<EntrySnapshot> {
  return {
    fields: { ...valuesOf(now.setHere), ...now.told.fields },
    raw: now.told.raw,
    listed: now.listed,
    associations: await withLabels(journal, collection, now.associations),
  };
}

/** Values that the service does not tell, as they were set here last. */
function valuesOf(setHere: StoredRecord['setHere']): Fields {
  return Object.fromEntries(Object.entries(setHere).map(([name, { value }]) => [name, value]));
}

/**
 * Sides of which the associations of all vehicles are known, where records of that collection are
 * on one: before that, a device or user may be on vehicles that were not listed yet.
 */
export async function wholeSides(
  { store }: Journal,
  collection: CollectionName,
): Promise<EntrySnapshot['listed']> {
  const side = associationSides.find((name) => name === collection);
  return side !== undefined && (await store.isWholeSide(side)) ? [side] : [];
}

/** Associations of a record that are kept, and the sides of which they are all. */
export async function knownAssociations(
  journal: Journal,
  { collection, key }: RecordName,
  whole: EntrySnapshot['listed'],
): Promise<{ known: StoredAssociation[]; listed: EntrySnapshot['listed'] }> {
  const { store } = journal;
  if (collection === 'vehicles') {
    const devices = await store.associationsOf(key, 'devices');
    const users = await store.associationsOf(key, 'users');
    const listed: EntrySnapshot['listed'] = [
      ...(devices.readAt === null ? [] : (['devices'] as const)),
      ...(users.readAt === null ? [] : (['users'] as const)),
    ];
    return { known: [...devices.items, ...users.items].filter(isAtService), listed };
  }
  if (collection !== 'devices' && collection !== 'users') return { known: [], listed: [] };
  const items = await store.vehiclesOf(collection, key);
  return { known: items.filter(isAtService), listed: whole };
}

/** Whether the service has an association: those that wait here have a key of ours. */
function isAtService({ key }: StoredAssociation): boolean {
  return !isLocalKey(key);
}

async function withLabels(
  journal: Journal,
  collection: CollectionName,
  associations: readonly StoredAssociation[],
): Promise<EntrySnapshot['associations']> {
  return Promise.all(
    associations.map(async ({ side, key, vehicleKey, otherKey, isMain }) => {
      const [there, name] =
        collection === 'vehicles'
          ? ([side, otherKey] as const)
          : (['vehicles', vehicleKey] as const);
      const label = labelOf(there, (await journal.record(there, name))?.fields ?? {}) ?? name;
      return { side, key, vehicleKey, otherKey, label, isMain };
    }),
  );
}

/**
 * What became different of a record since its delete was confirmed; null where nothing did.
 * Associations of a side that was not listed then are new where the service dates them later.
 */
export function changedSince(
  entry: StoredEntry,
  snapshot: EntrySnapshot,
  now: { snapshot: EntrySnapshot; createdAt: ReadonlyMap<RecordKey, number | null> },
): Changed | null {
  const { collection } = entry.subject;
  const fields = Object.entries(fieldsOf(collection)).flatMap(([field, { writable }]) => {
    if (writable === 'never' && field !== 'deactivatedAt') return [];
    const base = valueAt(snapshot.fields, field);
    const theirs = valueAt(now.snapshot.fields, field);
    if (base === undefined || theirs === undefined) return [];
    // The moment of our own deactivation is a guess until the record is read again.
    const isSame =
      field === 'deactivatedAt'
        ? (base === null) === (theirs === null)
        : isSameValue(collection, field, base, theirs);
    return isSame ? [] : [{ field, base, theirs }];
  });
  const pairOf = ({ side, vehicleKey, otherKey }: EntrySnapshot['associations'][number]): string =>
    `${side} ${vehicleKey} ${otherKey}`;
  const pairs = new Set(snapshot.associations.map(pairOf));
  const associatedWith = now.snapshot.associations
    .filter((association) => {
      if (pairs.has(pairOf(association))) return false;
      if (snapshot.listed.includes(association.side)) return true;
      const createdAt = now.createdAt.get(association.key) ?? null;
      return createdAt !== null && createdAt > entry.createdAt;
    })
    .map(({ label }) => label);
  if (fields.length + associatedWith.length === 0) return null;
  return { kind: 'changed', fields, associatedWith };
}

/** What is kept of a record that was deleted here. */
export function toDeletion(
  entry: StoredEntry,
  record: StoredRecord | null,
  at: number,
): StoredDeletion {
  const { id, subject, snapshot } = entry;
  return {
    id,
    subject,
    snapshot: snapshot ?? {
      fields: record?.told ?? {},
      raw: record?.raw ?? null,
      listed: [],
      associations: [],
    },
    unread: record?.unread ?? [],
    deletedAt: at,
    recreatedAs: null,
  };
}

/** A deleted record as screens show it, with what can't come back. */
export function toDeletedRecord(deletion: StoredDeletion): DeletedRecord {
  const { id, subject, snapshot, deletedAt, recreatedAs } = deletion;
  return {
    id,
    subject,
    fields: snapshot.fields,
    associations: snapshot.associations.map(({ side, label, isMain }) => ({ side, label, isMain })),
    deletedAt,
    lost: lostFields(deletion),
    recreatedAs,
  };
}

/** The identifier, a password, what was never told, and what could not be read. */
function lostFields({ subject, snapshot, unread }: StoredDeletion): string[] {
  const known = fieldsOf(subject.collection);
  const untold = Object.entries(known).flatMap(([field, { writable, readable, kind }]) => {
    if (kind === 'password') return [field];
    if (writable === 'never' || readable) return [];
    return valueAt(snapshot.fields, field) === undefined ? [field] : [];
  });
  const unreadable = unread.flatMap(({ path }) => {
    const name = path.split('.').at(-1);
    return name === undefined ? [] : [name];
  });
  return [...new Set(['id', ...untold, ...unreadable])];
}

/** Fields of a deleted record with which it can be made again. */
export function fieldsToRecreate({ subject, snapshot }: StoredDeletion): Fields {
  const known = fieldsOf(subject.collection);
  const entries = Object.entries(snapshot.fields).filter(
    ([field, value]): boolean =>
      known[field]?.writable === 'always' && value !== null && value !== '',
  );
  return Object.fromEntries(entries);
}
