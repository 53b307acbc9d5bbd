import type { CollectionName } from '@contract/collections';
import { fieldsOf } from '@contract/resources';
import { FleetdeskError, type AppError } from '@contract/errors';
import type { Trouble } from '@contract/outbox';
import { isLocalKey, type Fields, type FieldValue } from '@contract/records';
import type {
  StoreChange,
  StoredAssociation,
  StoredEntry,
  StoredRecord,
  ToldRecord,
} from '../../ports/store';
import { rebase, storedDifferently } from '../entries/conflicts';
import { knownAssociations, toDeletion } from '../entries/deletions';
import { changesFields } from '../entries/entry-book';
import { joinDrafts, type Draft, type Journal } from '../entries/journal';
import { withFieldNames } from './outcomes';
import { mergeTold } from './service-records';
import { advance, type EntryEvent } from '../entries/state-machine';
import { MOST_ATTEMPTS, type Tools } from './tools';

/**
 * Writes down what became of changes: what the service has now, what waits no longer, what needs a
 * person. Each is one commit. What changed in the meantime is left alone.
 */
export class Results {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** What a create made, as it was read at the service. */
  found(entry: StoredEntry, record: ToldRecord): Promise<void> {
    return this.#settleCreated([entry], new Map([[entry.id, record]]), true);
  }

  /** What the creates of one list made, as their answer names it, by the entries' ids. */
  created(
    entries: readonly StoredEntry[],
    records: ReadonlyMap<string, ToldRecord>,
  ): Promise<void> {
    return this.#settleCreated(entries, records, false);
  }

  #settleCreated(
    entries: readonly StoredEntry[],
    records: ReadonlyMap<string, ToldRecord>,
    isWhole: boolean,
  ): Promise<void> {
    return this.#settleAll(entries, async (now, at) => {
      const record = records.get(now.id);
      if (record === undefined) return null;
      const { collection, key } = now.subject;
      const { journal } = this.#tools;
      const known = await journal.record(collection, record.id);
      const sent = split(collection, now.fields);
      const told = isWhole ? record : mergeTold(toldOf(known), sent.told, record);
      const done = advance(now, { kind: 'done' }, at);
      const differences = storedDifferently(collection, now.fields, record.fields);
      return {
        entries: [
          { ...done, storedDifferently: differences },
          ...this.#rebased(now, { ...now.fields, ...record.fields }),
        ],
        namings: isLocalKey(key) ? [{ collection, from: key, to: record.id }] : [],
        before: [
          { kind: 'told', collection, records: [told], pass: null, at },
          ...noteSetHere(collection, record.id, sent.untold, at),
        ],
      };
    });
  }

  /** An update is at the service: `sent` went out, `answer` came back, null where nothing did. */
  updated(
    entry: StoredEntry,
    current: ToldRecord,
    { sent, answer }: { sent: Fields; answer: ToldRecord | null },
  ): Promise<void> {
    return this.#settle(entry, async (now, at) => {
      const { collection, key } = entry.subject;
      const parts = split(collection, sent);
      const back = answer ?? { id: key, fields: {}, raw: current.raw, unread: current.unread };
      const isWritten = Object.keys(sent).length > 0;
      const known = isWritten ? { ...current, fields: withoutMoment(current.fields) } : current;
      const told = mergeTold(known, parts.told, { ...back, id: key });
      const differences = storedDifferently(collection, sent, back.fields);
      const done = advance(now, { kind: 'done' }, at);
      return Promise.resolve({
        entries: [
          { ...done, storedDifferently: differences },
          ...this.#rebased(now, { ...now.fields, ...told.fields }),
        ],
        before: [
          { kind: 'told', collection, records: [told], pass: null, at },
          ...noteSetHere(collection, key, parts.untold, at),
        ],
      });
    });
  }

  /** A record is active or not, as it was wanted. */
  situated(entry: StoredEntry): Promise<void> {
    return this.#settle(entry, async (now, at) => {
      const { collection, key } = entry.subject;
      const isActive = entry.kind === 'activate';
      const record = await this.#tools.journal.record(collection, key);
      const told = toldOf(record);
      const before: StoreChange[] = [];
      if (collection === 'devices') {
        // The service never tells whether a device is active (public API, "States").
        const situation = isActive ? 'activation' : 'deactivation';
        before.push({ kind: 'setHere', collection, key, fields: { situation }, at });
      } else if (told !== null) {
        const fields = { ...withoutMoment(told.fields), deactivatedAt: isActive ? null : at };
        const records = [{ ...told, id: key, fields }];
        before.push({ kind: 'told', collection, records, pass: null, at });
      }
      return { entries: [advance(now, { kind: 'done' }, at)], before };
    });
  }

  /** Records are no longer at the service, as it was wanted. */
  deleted(entries: readonly StoredEntry[]): Promise<void> {
    return this.#settleAll(entries, async (now, at) => {
      const { journal } = this.#tools;
      const { collection, key } = now.subject;
      const record = await journal.record(collection, key);
      const { known } = await knownAssociations(journal, { collection, key }, []);
      const pointless = journal.book.supersededBy(now);
      return {
        entries: [
          advance(now, { kind: 'done' }, at),
          ...pointless.map((other) => advance(other, { kind: 'discard' }, at)),
        ],
        dropped: known.map((association) => association.key),
        vehicles: known.map(({ vehicleKey }) => vehicleKey),
        after: [
          { kind: 'gone', collection, key, at },
          { kind: 'deletion', deletion: toDeletion(now, record, at) },
        ],
      };
    });
  }

  /** A delete of a record that the service never got: all that waits of it is dropped. */
  dropLocal(entry: StoredEntry): Promise<void> {
    return this.#settle(entry, (now, at) => {
      const { book } = this.#tools.journal;
      const { collection, key } = entry.subject;
      const all = new Map(book.ofRecord(collection, key).map((other) => [other.id, other]));
      for (const { id } of [...all.values()]) {
        for (const other of book.dependentsOf(id)) all.set(other.id, other);
      }
      all.set(now.id, now);
      const entries = [...all.values()].map((other) => advance(other, { kind: 'discard' }, at));
      return Promise.resolve({ entries });
    });
  }

  /** A device or person is on a vehicle. */
  associated(entry: StoredEntry, association: StoredAssociation): Promise<void> {
    return this.#settle(entry, (now, at) => {
      const wanted = entry.fields['isMain'] === 1;
      const isOtherwise = entry.side === 'devices' && wanted !== association.isMain;
      const difference = { field: 'isMain', sent: wanted ? 1 : 0, stored: wanted ? 0 : 1 };
      const done = advance(now, { kind: 'done' }, at);
      const from = entry.associationKey;
      return Promise.resolve({
        entries: [{ ...done, storedDifferently: isOtherwise ? [difference] : [] }],
        namings:
          from !== null && isLocalKey(from)
            ? [{ collection: null, from, to: association.key }]
            : [],
        associations: [association],
      });
    });
  }

  /** A device is the main one of its vehicle, and no other is. */
  madeMain(entry: StoredEntry): Promise<void> {
    return this.#settle(entry, async (now, at) => {
      const { items } = await this.#tools.journal.store.associationsOf(
        entry.subject.key,
        'devices',
      );
      const associations = items
        .filter(({ key, isMain }) => isMain !== (key === entry.associationKey))
        .map((association) => ({ ...association, isMain: !association.isMain }));
      return { entries: [advance(now, { kind: 'done' }, at)], associations };
    });
  }

  /** Devices or people are off their vehicles. */
  dissociated(entries: readonly StoredEntry[]): Promise<void> {
    return this.#settleAll(entries, (now, at) =>
      Promise.resolve({
        entries: [advance(now, { kind: 'done' }, at)],
        dropped: now.associationKey === null ? [] : [now.associationKey],
      }),
    );
  }

  /** It needs a person. `told`: what the service has now, where it was read. */
  stuck(entry: StoredEntry, trouble: Trouble, extra: StuckExtra = {}): Promise<void> {
    return this.#settle(entry, (now, at) => {
      const { collection } = entry.subject;
      const { told = null, snapshot = now.snapshot } = extra;
      return Promise.resolve({
        entries: [{ ...advance(now, { kind: 'stuck', trouble }, at), snapshot }],
        before: told === null ? [] : [toldNow(collection, told, at)],
      });
    });
  }

  /** The service, or the app before it, does not take it. */
  refused(entry: StoredEntry, error: AppError): Promise<void> {
    return this.stuck(entry, {
      kind: 'refused',
      error: withFieldNames(entry.subject.collection, error),
    });
  }

  /** Nobody knows whether it was applied, and looking did not tell. */
  uncertain(entry: StoredEntry): Promise<void> {
    const error = this.#tools.failures.get(entry.id) ?? null;
    return this.stuck(entry, { kind: 'uncertain', error });
  }

  /** A look shows that it was not applied: it goes out again, unless it failed too often. */
  absent(entry: StoredEntry, told: ToldRecord | null = null): Promise<void> {
    if (entry.attempts >= MOST_ATTEMPTS) return this.uncertain(entry);
    return this.#settle(entry, (now, at) =>
      Promise.resolve({
        entries: [advance(now, { kind: 'absent' }, at)],
        before: told === null ? [] : [toldNow(entry.subject.collection, told, at)],
      }),
    );
  }

  /** A look or a read ahead of sending failed at the service. */
  failed(entry: StoredEntry, caught: unknown): Promise<void> {
    const { failures, waits } = this.#tools;
    const error = FleetdeskError.from(caught);
    failures.set(entry.id, error);
    const attempts = entry.attempts + 1;
    // What has not gone out is in no doubt, however long the service fails.
    if (entry.state === 'unsure' && attempts >= MOST_ATTEMPTS) return this.uncertain(entry);
    const notBefore = waits.afterFailure(attempts);
    return this.event(entry, { kind: 'retry', notBefore, isFailure: true });
  }

  /** Something happened to an entry, and to nothing else. */
  event(entry: StoredEntry, event: EntryEvent): Promise<void> {
    return this.events([entry], event);
  }

  /** The same happened to several entries; `change` is what else is different of each. */
  events(
    entries: readonly StoredEntry[],
    event: EntryEvent,
    change: (entry: StoredEntry) => Partial<StoredEntry> = () => ({}),
  ): Promise<void> {
    return this.#settleAll(entries, (now, at) =>
      Promise.resolve({ entries: [{ ...advance(now, event, at), ...change(now) }] }),
    );
  }

  #settle(
    entry: StoredEntry,
    draft: (now: StoredEntry, at: number) => Promise<Draft>,
  ): Promise<void> {
    return this.#settleAll([entry], draft);
  }

  /**
   * Writes what became of entries in one commit: of those that still are what they were when it
   * was found out.
   */
  #settleAll(
    entries: readonly StoredEntry[],
    draft: (now: StoredEntry, at: number) => Promise<Draft | null>,
  ): Promise<void> {
    const { journal, clock, signal, strays } = this.#tools;
    return journal.exclusively(async () => {
      // A process that ends leaves everything as it is in the store.
      if (signal.aborted) return;
      const at = clock.now();
      const drafts: Draft[] = [];
      for (const entry of entries) {
        const now = journal.book.get(entry.id);
        if (now === undefined || !isStillSo(entry, now)) continue;
        const made = await draft(now, at);
        if (made !== null) drafts.push(made);
      }
      if (drafts.length === 0) return;
      const { after = [], ...joined } = joinDrafts(drafts);
      const update = strays.update();
      await journal.write({ ...joined, after: [...after, ...update.changes] });
      update.written();
    });
  }

  /** Later entries of the same record, which were made with this one in view. */
  #rebased(entry: StoredEntry, left: Fields): StoredEntry[] {
    const { journal } = this.#tools;
    const own = only(left, Object.keys(entry.fields));
    const deletes = laterThan(journal, entry).flatMap((other): StoredEntry[] => {
      if (other.kind !== 'delete' || other.snapshot === null) return [];
      const fields = { ...other.snapshot.fields, ...own };
      return [{ ...other, snapshot: { ...other.snapshot, fields } }];
    });
    return [...deletes, ...rebaseLater(journal, entry, left)];
  }
}

/** A waiting change may have been edited meanwhile: then what was found out is of another one. */
function isStillSo(entry: StoredEntry, now: StoredEntry): boolean {
  return now.state === entry.state && (now === entry || now.state === 'sending');
}

/** What is known beside the trouble. */
interface StuckExtra {
  readonly told?: ToldRecord | null;
  readonly snapshot?: StoredEntry['snapshot'];
}

/**
 * Later changes of the same record with their bases put right: their base is what this one left.
 * Those alone that need it.
 */
export function rebaseLater(journal: Journal, entry: StoredEntry, left: Fields): StoredEntry[] {
  const touched = new Set(Object.keys(entry.fields));
  const changed: StoredEntry[] = [];
  for (const other of laterThan(journal, entry)) {
    if (!changesFields(other)) continue;
    const names = Object.keys(other.fields).filter((field) => touched.has(field));
    if (names.length === 0) continue;
    changed.push(rebase(other, { ...entry, fields: only(entry.fields, names) }, left));
    // A later change of the field has that one's value as its base.
    for (const name of names) touched.delete(name);
  }
  return changed;
}

/** Entries that change the same record later. */
function laterThan({ book }: Journal, { subject, seq, id }: StoredEntry): StoredEntry[] {
  const { collection, key } = subject;
  return book.ofRecord(collection, key).filter((other) => other.seq > seq && other.id !== id);
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

/** Fields that the service tells back, and those that it does not. */
function split(collection: CollectionName, fields: Fields): { told: Fields; untold: Fields } {
  const known = fieldsOf(collection);
  const told: Record<string, FieldValue> = {};
  const untold: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (known[field]?.readable === false) untold[field] = value;
    else told[field] = value;
  }
  return { told, untold };
}

/** What was known before a write: the moment of the last change is another one since. */
function withoutMoment(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'updatedAt'));
}

function noteSetHere(
  collection: CollectionName,
  key: string,
  fields: Fields,
  at: number,
): StoreChange[] {
  if (Object.keys(fields).length === 0) return [];
  return [{ kind: 'setHere', collection, key, fields, at }];
}

function toldNow(collection: CollectionName, record: ToldRecord, at: number): StoreChange {
  return { kind: 'told', collection, records: [record], pass: null, at };
}

/** What the service told of a kept record. */
function toldOf(record: StoredRecord | null): ToldRecord | null {
  if (record === null || record.told === null) return null;
  const { key, told, raw, unread } = record;
  return { id: key, fields: told, raw: raw ?? {}, unread };
}
