import type { CollectionName } from '@contract/collections';
import { isLocalKey, type Fields, type FieldValue, type RecordKey } from '@contract/records';
import type { StoredEntry } from '../ports/store';
import { referencesIn } from './field-values';
import { isSettled } from './state-machine';

/** Changes about associations; their subject is the vehicle, but they change no vehicle. */
export function isAboutAssociation({ kind }: Pick<StoredEntry, 'kind'>): boolean {
  return kind === 'associate' || kind === 'makeMain' || kind === 'dissociate';
}

/** Whether an entry changes fields of its record. */
export function changesFields({ kind }: Pick<StoredEntry, 'kind'>): boolean {
  return kind === 'create' || kind === 'update';
}

/** Keys of records and associations that an entry is about or refers to. */
export function keysOf(entry: StoredEntry): RecordKey[] {
  const keys = [
    entry.subject.key,
    ...(entry.other === null ? [] : [entry.other.key]),
    ...(entry.associationKey === null ? [] : [entry.associationKey]),
    ...(isAboutAssociation(entry) ? [] : referencesIn(entry.subject.collection, entry.fields)),
  ];
  return [...new Set(keys)];
}

/** An entry in which records and associations are called by their new names; itself where none is. */
export function renameIn(
  entry: StoredEntry,
  names: ReadonlyMap<RecordKey, RecordKey>,
): StoredEntry {
  const renamed = (key: RecordKey): RecordKey => names.get(key) ?? key;
  const isOld = (value: FieldValue): value is string =>
    typeof value === 'string' && names.has(value);
  const inFields = (fields: Fields): Fields =>
    Object.values(fields).some(isOld)
      ? Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            isOld(value) ? renamed(value) : value,
          ]),
        )
      : fields;
  const isConcerned =
    keysOf(entry).some((key) => names.has(key)) ||
    Object.values(entry.fields).some(isOld) ||
    Object.values(entry.base).some(isOld);
  if (!isConcerned) return entry;
  return {
    ...entry,
    subject: { ...entry.subject, key: renamed(entry.subject.key) },
    other: entry.other && { ...entry.other, key: renamed(entry.other.key) },
    associationKey: entry.associationKey && renamed(entry.associationKey),
    fields: inFields(entry.fields),
    base: inFields(entry.base),
  };
}

/**
 * The open entries as they stand in the store, in the order in which they were made, and what
 * holds up what. A book does not change: a commit makes the next one.
 */
export class EntryBook {
  readonly #entries: ReadonlyMap<string, StoredEntry>;
  /** The entries in their order. */
  readonly open: readonly StoredEntry[];
  readonly #byKey = new Map<RecordKey, StoredEntry[]>();

  /** @param entries in any order; settled ones are left out */
  constructor(entries: Iterable<StoredEntry>) {
    const open = [...entries].filter(({ state }) => !isSettled(state));
    open.sort((left, right) => left.seq - right.seq);
    this.open = open;
    this.#entries = new Map(open.map((entry) => [entry.id, entry]));
    for (const entry of open) {
      for (const key of keysOf(entry)) {
        const others = this.#byKey.get(key);
        if (others === undefined) this.#byKey.set(key, [entry]);
        else others.push(entry);
      }
    }
  }

  get(id: string): StoredEntry | undefined {
    return this.#entries.get(id);
  }

  /** The book after some entries were written. */
  with(changed: readonly StoredEntry[]): EntryBook {
    const entries = new Map(this.#entries);
    for (const entry of changed) entries.set(entry.id, entry);
    return new EntryBook(entries.values());
  }

  /** The book after records and associations got their names from the service. */
  renamed(names: ReadonlyMap<RecordKey, RecordKey>): EntryBook {
    if (names.size === 0) return this;
    return new EntryBook(this.open.map((entry) => renameIn(entry, names)));
  }

  /** Entries that are about a key or refer to it, in their order. */
  touching(key: RecordKey): readonly StoredEntry[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Entries that change a record itself, in their order. */
  ofRecord(collection: CollectionName, key: RecordKey): StoredEntry[] {
    return this.touching(key).filter(
      (entry) =>
        !isAboutAssociation(entry) &&
        entry.subject.key === key &&
        entry.subject.collection === collection,
    );
  }

  /** Entries about an association, by its key. */
  ofAssociation(key: RecordKey): StoredEntry[] {
    return this.touching(key).filter(({ associationKey }) => associationKey === key);
  }

  /** The entry that brings a record or association into being, if it is still open. */
  makerOf(key: RecordKey): StoredEntry | undefined {
    return this.touching(key).find(
      (entry) =>
        (entry.kind === 'create' && entry.subject.key === key) ||
        (entry.kind === 'associate' && entry.associationKey === key),
    );
  }

  /** The first entry that has to be done before this one, if any. */
  blockerOf(entry: StoredEntry): StoredEntry | undefined {
    for (const id of entry.after) {
      const before = this.#entries.get(id);
      if (before !== undefined) return before;
    }
    let first: StoredEntry | undefined;
    for (const key of keysOf(entry)) {
      for (const other of this.touching(key)) {
        if (other.id === entry.id || (first !== undefined && first.seq <= other.seq)) continue;
        if (!holdsUp(other, entry)) continue;
        // What a delete makes pointless waits for it, and must not hold up what the delete needs.
        if (this.#isSuperseded(other) && !isMaker(other, entry)) continue;
        first = other;
      }
    }
    return first;
  }

  #isSuperseded(entry: StoredEntry): boolean {
    return keysOf(entry).some((key) =>
      this.touching(key).some(
        (other) => other.kind === 'delete' && other !== entry && isPointlessAfter(other, entry),
      ),
    );
  }

  /** Entries that lose their meaning with this one: those about what it would have made. */
  dependentsOf(id: string): StoredEntry[] {
    const found = new Map<string, StoredEntry>();
    const visit = (entry: StoredEntry): void => {
      const made =
        entry.kind === 'create'
          ? entry.subject.key
          : entry.kind === 'associate'
            ? entry.associationKey
            : null;
      if (made === null) return;
      for (const other of this.touching(made)) {
        if (other.id === id || found.has(other.id)) continue;
        found.set(other.id, other);
        visit(other);
      }
    };
    const root = this.#entries.get(id);
    if (root !== undefined) visit(root);
    return [...found.values()].sort((left, right) => left.seq - right.seq);
  }

  /** Entries that a delete makes pointless once it is done: they were to change what is gone. */
  supersededBy(deletion: StoredEntry): StoredEntry[] {
    if (deletion.kind !== 'delete') return [];
    return this.touching(deletion.subject.key).filter(
      (entry) => entry.id !== deletion.id && isPointlessAfter(deletion, entry),
    );
  }
}

/** Whether an entry has no meaning any more once a delete of a record it is about is done. */
function isPointlessAfter(deletion: StoredEntry, entry: StoredEntry): boolean {
  if (entry.state === 'sending' || entry.state === 'unsure') return false;
  const { key } = deletion.subject;
  const isAbout = entry.subject.key === key || entry.other?.key === key;
  if (!isAbout || entry.kind === 'delete') return false;
  if (entry.kind !== 'dissociate' || entry.state === 'attention') return true;
  // Some services refuse to delete what is associated, so what really is comes off first.
  return entry.associationKey !== null && isLocalKey(entry.associationKey);
}

/** Whether one of two entries that share a key has to be done before the other can go. */
function holdsUp(other: StoredEntry, entry: StoredEntry): boolean {
  // What changes a record waits while its delete is decided, and is dropped after it.
  if (other.kind === 'delete' && isPointlessAfter(other, entry)) return true;
  if (other.seq >= entry.seq) return false;
  if (entry.kind === 'delete' && isPointlessAfter(entry, other)) return false;
  if (other.kind === 'delete' || entry.kind === 'delete') return true;
  const isAssociation = isAboutAssociation(entry);
  if (isAssociation !== isAboutAssociation(other)) {
    return other.kind === 'create' && isMadeBy(other, entry);
  }
  if (isAssociation) return collide(other, entry);
  return other.subject.key === entry.subject.key || isMadeBy(other, entry);
}

/** Whether `other` creates a record that `entry` is about or refers to. */
function isMadeBy(other: StoredEntry, entry: StoredEntry): boolean {
  return other.kind === 'create' && keysOf(entry).includes(other.subject.key);
}

/** Whether `other` makes the record or association that `entry` is about. */
function isMaker(other: StoredEntry, entry: StoredEntry): boolean {
  if (other.kind === 'associate') return other.associationKey === entry.associationKey;
  return isMadeBy(other, entry);
}

/** Whether the order of two changes of associations matters to the service. */
function collide(other: StoredEntry, entry: StoredEntry): boolean {
  if (other.side !== entry.side) return false;
  if (other.associationKey !== null && other.associationKey === entry.associationKey) return true;
  const isSameVehicle = other.subject.key === entry.subject.key;
  const isSameOther = other.other !== null && other.other.key === entry.other?.key;
  if (entry.side === 'users') return isSameVehicle && isSameOther;
  // A device is on one vehicle at a time, and of a vehicle one is the main one.
  return isSameOther || (isSameVehicle && (concernsMain(other) || concernsMain(entry)));
}

function concernsMain({ kind, fields }: StoredEntry): boolean {
  return kind !== 'associate' || fields['isMain'] === 1;
}
