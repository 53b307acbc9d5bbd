import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { ChangeSubject } from '@contract/outbox';
import { isLocalKey, type Fields, type FieldValue, type RecordKey } from '@contract/records';
import { labelOf } from '@contract/resources';
import type { Random } from '../../ports/random';
import type { Clock } from '../../ports/clock';
import type { StoredEntry, StoredRecord } from '../../ports/store';
import type { Profile } from '../../service/profile';
import type { EntryBook } from '../entries/entry-book';
import { identitiesOf, referencesIn } from '../../fleet/field-values';
import type { Journal } from '../entries/journal';

/** What those who queue changes share. */
export interface EntryTools {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly profile: Profile;
}

/** A new name for a record or association that the service has not named. */
export function newLocalKey(random: Random): RecordKey {
  return `local:${random.id()}`;
}

/** A change as it is queued; it waits to be sent. */
export function newEntry(
  { clock, random }: Pick<EntryTools, 'clock' | 'random'>,
  content: Pick<StoredEntry, 'kind' | 'subject'> & Partial<StoredEntry>,
): StoredEntry {
  const now = clock.now();
  return {
    id: random.id(),
    seq: 0,
    other: null,
    side: null,
    associationKey: null,
    fields: {},
    base: {},
    password: null,
    state: 'waiting',
    trouble: null,
    action: null,
    after: [],
    notBefore: null,
    createdAt: now,
    changedAt: now,
    sentAt: null,
    attempts: 0,
    firstSentAt: null,
    wasInDoubt: false,
    taken: null,
    pack: null,
    storedDifferently: [],
    snapshot: null,
    ...content,
  };
}

/** What a change is about, in words that are true now. */
export function subjectOf(
  collection: CollectionName,
  key: RecordKey,
  fields: Fields,
): ChangeSubject {
  return { collection, key, label: labelOf(collection, fields) ?? '' };
}

/** A kept record. @throws FleetdeskError `not-found`/`not-kept` */
export async function keptRecord(
  journal: Journal,
  collection: CollectionName,
  key: RecordKey,
): Promise<StoredRecord> {
  const record = await journal.record(collection, key);
  if (record !== null) return record;
  throw new FleetdeskError({
    code: 'not-found',
    reason: 'not-kept',
    message: `The record ${key} of ${collection} is not kept here.`,
  });
}

/** An open entry. @throws FleetdeskError `conflict`/`entry-done` where it is open no more */
export function openEntry(book: EntryBook, id: string): StoredEntry {
  const entry = book.get(id);
  if (entry !== undefined) return entry;
  throw new FleetdeskError({
    code: 'conflict',
    reason: 'entry-done',
    message: `The change ${id} is done or gone.`,
  });
}

/** Fields whose references are called by their present names. */
export async function withCurrentKeys(journal: Journal, fields: Fields): Promise<Fields> {
  const entries = await Promise.all(
    Object.entries(fields).map(async ([name, value]): Promise<[string, FieldValue]> =>
      typeof value === 'string' && isLocalKey(value)
        ? [name, await journal.currentKey(value)]
        : [name, value],
    ),
  );
  return Object.fromEntries(entries);
}

/**
 * Entries that have to be done before a change with these fields: those that make what it refers
 * to, and those that set free a plate, VIN, IMEI, user name or serial which it claims.
 */
export function neededBefore(
  book: EntryBook,
  { collection, key }: Pick<ChangeSubject, 'collection' | 'key'>,
  fields: Fields,
): string[] {
  const makers = referencesIn(collection, fields).flatMap((reference) => {
    const maker = isLocalKey(reference) ? book.makerOf(reference) : undefined;
    return maker === undefined ? [] : [maker.id];
  });
  const claimed = new Set(identitiesOf(collection, fields));
  if (claimed.size === 0) return makers;
  const freeing = book.open
    .filter(({ subject }) => subject.collection === collection && subject.key !== key)
    .filter((entry) => freedBy(entry).some((identity) => claimed.has(identity)))
    .map(({ id }) => id);
  return [...new Set([...makers, ...freeing])];
}

/**
 * Entries that have to be done before one whose fields are now these. One that waits for it in turn
 * is none of them: both would wait for ever.
 */
export function afterEdit(book: EntryBook, entry: StoredEntry, fields: Fields): string[] {
  const needed = neededBefore(book, entry.subject, fields).filter((id) => {
    const before = book.get(id);
    return before !== undefined && !book.waitsFor(before, entry);
  });
  return [...new Set([...entry.after, ...needed])];
}

/** What identifies one record and will be free once an entry is done. */
function freedBy(entry: StoredEntry): string[] {
  const { collection } = entry.subject;
  if (entry.kind === 'delete') return identitiesOf(collection, entry.snapshot?.fields ?? {});
  if (entry.kind !== 'update') return [];
  const kept = identitiesOf(collection, entry.fields);
  const changed = Object.fromEntries(
    Object.entries(entry.base).filter(([field]) => Object.hasOwn(entry.fields, field)),
  );
  return identitiesOf(collection, changed).filter((identity) => !kept.includes(identity));
}

/** Whether two values are the very same; an empty text and nothing are. */
export function isIdentical(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  const plain = (value: FieldValue | undefined): string =>
    Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
  return plain(left) === plain(right);
}

/** Fields that hold something. */
export function filledFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ''),
  );
}
