import type { CollectionName } from '@contract/collections';
import type { Saved } from '@contract/outbox';
import type { Fields, FieldValue, RecordKey, RecordName } from '@contract/records';
import type { StoredEntry, StoredRecord } from '../../ports/store';
import { valueAt } from '../../fleet/field-values';
import { UNDO_TIME } from '../entries/deletions';
import { changesFields } from '../entries/entry-book';
import {
  afterEdit,
  filledFields,
  isIdentical,
  keptRecord,
  neededBefore,
  newEntry,
  newLocalKey,
  subjectOf,
  withCurrentKeys,
  type EntryTools,
} from './new-entry';
import { rebaseLater } from '../sending/results';
import { changeOperationOf } from '../sending/change-operations';
import { checkFields } from './check-fields';
import { advance, isCertainlyUnsent } from '../entries/state-machine';

/** Fields of a new record, or of a change of one. */
interface Wanted {
  readonly collection: CollectionName;
  readonly fields: Fields;
}

/** Queues new records, changes of records, and whether they are active. */
export class Editing {
  readonly #tools: EntryTools;

  constructor(tools: EntryTools) {
    this.#tools = tools;
  }

  /** Queues a new record under a local key. */
  create({ collection, fields, password }: Wanted & { password?: string }): Promise<Saved> {
    const { journal, random, profile } = this.#tools;
    changeOperationOf({ kind: 'create', subject: { collection }, side: null }, profile);
    checkFields(collection, fields, { isNew: true, hasPassword: password !== undefined });
    return journal.exclusively(async () => {
      const key = newLocalKey(random);
      const filled = filledFields(await withCurrentKeys(journal, fields));
      const subject = subjectOf(collection, key, filled);
      const entry = newEntry(this.#tools, {
        kind: 'create',
        subject,
        fields: filled,
        password: collection === 'users' ? (password ?? null) : null,
        after: neededBefore(journal.book, subject, filled),
      });
      await journal.write({ entries: [entry] });
      return { entryId: entry.id, key };
    });
  }

  /** Queues a change of the fields that a person touched, or lets it join one that waits. */
  update({ collection, key: name, fields }: Wanted & { key: RecordKey }): Promise<Saved> {
    const { journal, profile } = this.#tools;
    changeOperationOf({ kind: 'update', subject: { collection }, side: null }, profile);
    checkFields(collection, fields, { isNew: false });
    return journal.exclusively(async () => {
      const key = await journal.currentKey(name);
      const record = await keptRecord(journal, collection, key);
      const wanted = await withCurrentKeys(journal, fields);
      const last = journal.book.ofRecord(collection, key).filter(changesFields).at(-1);
      const entry =
        last !== undefined && canJoin(last)
          ? this.#join(last, record, wanted)
          : this.#change(record, wanted);
      if (entry === null) return { entryId: '', key };
      const laters = last === undefined ? [] : rebaseLater(journal, last, entry.fields);
      await journal.write({ entries: [entry, ...laters] });
      return { entryId: entry.state === 'discarded' ? '' : entry.id, key };
    });
  }

  /** A change of its own; null where it would change nothing. */
  #change(record: StoredRecord, wanted: Fields): StoredEntry | null {
    const { collection, key, fields: visible } = record;
    const touched = Object.entries(wanted).filter(([field, value]) => {
      const before = valueAt(visible, field);
      return before === undefined || !isIdentical(before, value);
    });
    if (touched.length === 0) return null;
    const fields = Object.fromEntries(touched);
    const subject = subjectOf(collection, key, visible);
    return newEntry(this.#tools, {
      kind: 'update',
      subject,
      fields,
      base: baseOf(visible, Object.keys(fields)),
      after: neededBefore(this.#tools.journal.book, subject, fields),
    });
  }

  /** A waiting change with more fields; discarded where nothing is left of it. */
  #join(
    last: StoredEntry,
    { collection, key, fields: visible }: StoredRecord,
    wanted: Fields,
  ): StoredEntry {
    const at = this.#tools.clock.now();
    const free = last.state === 'attention' ? advance(last, { kind: 'release' }, at) : last;
    const { fields, base } = joinFields(last, wanted, visible);
    const subject = subjectOf(collection, key, { ...visible, ...wanted });
    const after = afterEdit(this.#tools.journal.book, last, fields);
    const joined = { ...free, fields, base, after, changedAt: at };
    if (last.kind === 'create') return { ...joined, subject, fields: filledFields(fields) };
    if (Object.keys(fields).length > 0) return joined;
    return advance({ ...joined, fields: last.fields }, { kind: 'discard' }, at);
  }

  /** Queues that a record becomes active, or not; this is held while it can be undone. */
  setActive({
    collection,
    key: name,
    isActive,
  }: RecordName & { isActive: boolean }): Promise<Saved> {
    const { journal, clock, profile } = this.#tools;
    const kind = isActive ? 'activate' : 'deactivate';
    changeOperationOf({ kind, subject: { collection }, side: null }, profile);
    return journal.exclusively(async () => {
      const key = await journal.currentKey(name);
      const record = await keptRecord(journal, collection, key);
      const open = journal.book.ofRecord(collection, key).filter(isSituation);
      const last = open.at(-1);
      if (last?.kind === kind && last.state !== 'attention') return { entryId: last.id, key };
      const isWithdrawn = last !== undefined && isCertainlyUnsent(last);
      const dropped = isWithdrawn ? [advance(last, { kind: 'discard' }, clock.now())] : [];
      const others = open.filter((entry) => !isWithdrawn || entry !== last);
      const before = valueAt(record.told ?? {}, 'deactivatedAt');
      const isSo = others.length === 0 && before !== undefined && (before === null) === isActive;
      const entry = newEntry(this.#tools, {
        kind,
        subject: subjectOf(collection, key, record.fields),
        ...(!isActive && { state: 'held', notBefore: clock.now() + UNDO_TIME }),
      });
      await journal.write({ entries: isSo ? dropped : [...dropped, entry] });
      return { entryId: isSo ? '' : entry.id, key };
    });
  }
}

function isSituation({ kind }: StoredEntry): boolean {
  return kind === 'activate' || kind === 'deactivate';
}

/** Whether more can be added to an entry: it is not under way, and nothing but its content is wrong. */
function canJoin({ state, trouble }: StoredEntry): boolean {
  return state === 'waiting' || (state === 'attention' && trouble?.kind === 'refused');
}

/** What some fields are before a change; what the service did not tell has no base. */
function baseOf(visible: Fields, names: readonly string[]): Fields {
  const base: Record<string, FieldValue> = {};
  for (const name of names) {
    const value = valueAt(visible, name);
    if (value !== undefined) base[name] = value;
  }
  return base;
}

/**
 * Fields and bases of a change after more was changed: the base of what it touches already stays,
 * and what is set back to its base is dropped.
 */
export function joinFields(
  entry: Pick<StoredEntry, 'kind' | 'fields' | 'base'>,
  wanted: Fields,
  visible: Fields,
): { fields: Fields; base: Fields } {
  const fields = new Map(Object.entries(entry.fields));
  const base = new Map(Object.entries(entry.base));
  for (const [field, value] of Object.entries(wanted)) {
    const isNew = !fields.has(field);
    const before = isNew ? valueAt(visible, field) : base.get(field);
    fields.set(field, value);
    if (entry.kind === 'create') continue;
    if (isNew && before !== undefined) base.set(field, before);
    if (before === undefined || !isIdentical(before, value)) continue;
    fields.delete(field);
    base.delete(field);
  }
  return { fields: Object.fromEntries(fields), base: Object.fromEntries(base) };
}
