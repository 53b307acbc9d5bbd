import type { CollectionName } from '@contract/collections';
import { isLocalKey, type Fields, type FieldValue, type RecordKey } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { EntriesByKey, inOrder } from './entries-by-key';
import { referencesIn } from '../../fleet/field-values';
import { isCertainlyUnsent, isSettled } from './state-machine';

/** Changes about associations; their subject is the vehicle, but they change no vehicle. */
export function isAboutAssociation({ kind }: Pick<StoredEntry, 'kind'>): boolean {
  return kind === 'associate' || kind === 'makeMain' || kind === 'dissociate';
}

/** Whether an entry changes fields of its record. */
export function changesFields({ kind }: Pick<StoredEntry, 'kind'>): boolean {
  return kind === 'create' || kind === 'update';
}

/** Keys of entries that were asked for before: entries do not change, and are asked about often. */
const knownKeys = new WeakMap<StoredEntry, readonly RecordKey[]>();

/** Keys of records and associations that an entry is about or refers to. */
export function keysOf(entry: StoredEntry): readonly RecordKey[] {
  const known = knownKeys.get(entry);
  if (known !== undefined) return known;
  const keys = [
    entry.subject.key,
    ...(entry.other === null ? [] : [entry.other.key]),
    ...(entry.associationKey === null ? [] : [entry.associationKey]),
    ...(isAboutAssociation(entry) ? [] : referencesIn(entry.subject.collection, entry.fields)),
  ];
  const found = [...new Set(keys)];
  knownKeys.set(entry, found);
  return found;
}

/** Names of entries that were asked for before. */
const knownNames = new WeakMap<StoredEntry, readonly RecordKey[]>();

/** Names of ours in an entry beside its keys: what a field held before, say. */
function otherNamesIn(entry: StoredEntry): readonly RecordKey[] {
  const known = knownNames.get(entry);
  if (known !== undefined) return known;
  const keys = keysOf(entry);
  const values = [...Object.values(entry.fields), ...Object.values(entry.base)];
  const names = values.filter(
    (value) => typeof value === 'string' && isLocalKey(value) && !keys.includes(value),
  ) as RecordKey[];
  const found = [...new Set(names)];
  knownNames.set(entry, found);
  return found;
}

/** Whether an entry mentions any of the records or associations that get other names. */
function mentions(entry: StoredEntry, names: ReadonlyMap<RecordKey, RecordKey>): boolean {
  const isOld = (value: FieldValue): boolean => typeof value === 'string' && names.has(value);
  return (
    keysOf(entry).some((key) => names.has(key)) ||
    Object.values(entry.fields).some(isOld) ||
    Object.values(entry.base).some(isOld)
  );
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
  if (!mentions(entry, names)) return entry;
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
 * The open entries as they are in the store, in the order in which they were made, and what
 * holds up what. A book does not change: a commit makes the next one.
 */
export class EntryBook {
  readonly #entries: ReadonlyMap<string, StoredEntry>;
  readonly #byKey: EntriesByKey;
  readonly #byOtherName: EntriesByKey;
  /** The entries in their order. */
  readonly open: readonly StoredEntry[];

  /**
   * @param entries in any order; settled ones are left out
   * @param before a book of which these are the entries, but for those in `changed`
   */
  constructor(
    entries: Iterable<StoredEntry>,
    before?: { readonly book: EntryBook; readonly changed: readonly StoredEntry[] },
  ) {
    const open = [...entries].filter(({ state }) => !isSettled(state));
    open.sort(inOrder);
    this.open = open;
    this.#entries = new Map(open.map((entry) => [entry.id, entry]));
    if (before === undefined) {
      this.#byKey = EntriesByKey.of(open, keysOf);
      this.#byOtherName = EntriesByKey.of(open, otherNamesIn);
      return;
    }
    const { book, changed } = before;
    const ids = [...new Set(changed.map(({ id }) => id))];
    const were = ids.flatMap((id) => book.get(id) ?? []);
    const are = ids.flatMap((id) => this.get(id) ?? []);
    this.#byKey = book.#byKey.with(were, are);
    this.#byOtherName = book.#byOtherName.with(were, are);
  }

  get(id: string): StoredEntry | undefined {
    return this.#entries.get(id);
  }

  /** The book after some entries were written. */
  with(changed: readonly StoredEntry[]): EntryBook {
    if (changed.length === 0) return this;
    const entries = new Map(this.#entries);
    for (const entry of changed) entries.set(entry.id, entry);
    return new EntryBook(entries.values(), { book: this, changed });
  }

  /** The book after records and associations got their names from the service. */
  renamed(names: ReadonlyMap<RecordKey, RecordKey>): EntryBook {
    if (names.size === 0) return this;
    const mentioning = [...names.keys()].flatMap((name) => [
      ...this.#byKey.get(name),
      ...this.#byOtherName.get(name),
    ]);
    return this.with([...new Set(mentioning)].map((entry) => renameIn(entry, names)));
  }

  /** Entries that are about a key or refer to it, in their order. */
  touching(key: RecordKey): readonly StoredEntry[] {
    return this.#byKey.get(key);
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
        if (first !== undefined && first.seq <= other.seq) continue;
        if (this.#mustFollow(entry, other)) first = other;
      }
    }
    return first;
  }

  /** Whether an entry can go only after another one, be it by way of others. */
  waitsFor(entry: StoredEntry, other: StoredEntry): boolean {
    const seen = new Set<string>();
    const visit = (each: StoredEntry): boolean => {
      if (each.id === other.id) return true;
      if (seen.has(each.id)) return false;
      seen.add(each.id);
      const before = each.after.flatMap((name) => this.#entries.get(name) ?? []);
      return (
        before.some(visit) ||
        keysOf(each).some((key) =>
          this.touching(key).some((next) => this.#mustFollow(each, next) && visit(next)),
        )
      );
    };
    return visit(entry);
  }

  #mustFollow(entry: StoredEntry, other: StoredEntry): boolean {
    if (entry.id === other.id || !follows(entry, other)) return false;
    // What a delete makes pointless waits for it, and must not hold up what the delete needs.
    return !this.#isSuperseded(other) || isMadeBy(entry, other);
  }

  /** Whether a delete makes an entry pointless, or another part of its action. */
  #isSuperseded(entry: StoredEntry): boolean {
    return [entry, ...this.#partsWith(entry)].some((part) =>
      keysOf(part).some((key) =>
        this.touching(key).some(
          (other) => other.kind === 'delete' && other !== part && isPointlessAfter(part, other),
        ),
      ),
    );
  }

  /**
   * Entries that lose their meaning with this one: those about what it would have made, and the
   * other parts of its action, since these are dropped together. What `canFall` refuses stays, with
   * what depends on it alone.
   */
  dependentsOf(id: string, canFall: (entry: StoredEntry) => boolean = () => true): StoredEntry[] {
    const found = new Map<string, StoredEntry>();
    const visit = (entry: StoredEntry): void => {
      const made = madeBy(entry);
      const others = [...(made === null ? [] : this.touching(made)), ...this.#partsWith(entry)];
      for (const other of others) {
        if (other.id === id || found.has(other.id) || !canFall(other)) continue;
        found.set(other.id, other);
        visit(other);
      }
    };
    const root = this.#entries.get(id);
    if (root !== undefined) visit(root);
    return [...found.values()].sort(inOrder);
  }

  /**
   * The open parts of an ordered action to which an entry belongs: one waits for the other, so that
   * none has a meaning alone. What was only entered together, such as several vehicles for a
   * person, is dropped one by one.
   */
  #partsWith(entry: StoredEntry): readonly StoredEntry[] {
    return this.togetherWith(entry).filter(
      (other) => other.after.includes(entry.id) || entry.after.includes(other.id),
    );
  }

  /** The other open changes that a person made as one action with this one, ordered or not. */
  togetherWith({ id, action }: StoredEntry): readonly StoredEntry[] {
    if (action === null) return [];
    return this.open.filter((other) => other.action === action && other.id !== id);
  }

  /** Whether an entry is a part of an ordered action, even where its other parts are done. */
  isOrdered(entry: StoredEntry): boolean {
    if (entry.action === null) return false;
    return entry.kind !== 'associate' || this.#partsWith(entry).length > 0;
  }

  /**
   * Entries that wait for any of some others and for nothing that needs a person, in their order:
   * they go out once those are dropped.
   */
  releasedBy(dropped: readonly StoredEntry[]): StoredEntry[] {
    const ids = new Set(dropped.map(({ id }) => id));
    const left = new EntryBook(this.open.filter(({ id }) => !ids.has(id)));
    return left.open.filter(
      (entry) =>
        entry.state !== 'attention' &&
        dropped.some((other) => this.waitsFor(entry, other)) &&
        !left.#needsPersonFirst(entry),
    );
  }

  /** Whether what holds up an entry, directly or through others, needs a person. */
  #needsPersonFirst(entry: StoredEntry): boolean {
    const seen = new Set<string>();
    let blocker = this.blockerOf(entry);
    while (blocker !== undefined && !seen.has(blocker.id)) {
      if (blocker.state === 'attention') return true;
      seen.add(blocker.id);
      blocker = this.blockerOf(blocker);
    }
    return false;
  }

  /**
   * Entries that a delete makes pointless once it is done: they were to change what is gone. The
   * other parts of their actions fall with them.
   */
  supersededBy(deletion: StoredEntry): StoredEntry[] {
    if (deletion.kind !== 'delete') return [];
    const pointless = this.touching(deletion.subject.key).filter(
      (entry) => entry.id !== deletion.id && isPointlessAfter(entry, deletion),
    );
    const parts = pointless
      .flatMap((entry) => this.#partsWith(entry))
      .filter(({ state }) => state !== 'sending');
    return [...new Set([...pointless, ...parts])];
  }
}

/** The key of the record or association that an entry brings into being; null where it does not. */
function madeBy({ kind, subject, associationKey }: StoredEntry): RecordKey | null {
  if (kind === 'create') return subject.key;
  return kind === 'associate' ? associationKey : null;
}

// The relations of two entries read from left to right: `follows(entry, other)`.

/** Whether an entry has no meaning any more once a delete of a record it is about is done. */
function isPointlessAfter(entry: StoredEntry, deletion: StoredEntry): boolean {
  if (entry.state === 'sending' || entry.state === 'unsure') return false;
  // What may be at the service under a name that nobody knows here can't be deleted by that name.
  if (entry.kind === 'create' && !isCertainlyUnsent(entry)) return false;
  const { key } = deletion.subject;
  const isAbout = entry.subject.key === key || entry.other?.key === key;
  if (!isAbout || entry.kind === 'delete') return false;
  if (entry.kind !== 'dissociate' || entry.state === 'attention') return true;
  // Some services refuse to delete what is associated, so what really is comes off first.
  return entry.associationKey !== null && isLocalKey(entry.associationKey);
}

/** Whether an entry can go only once another one that shares a key with it is done. */
function follows(entry: StoredEntry, other: StoredEntry): boolean {
  // What changes a record waits while its delete is decided, and is dropped after it.
  if (other.kind === 'delete' && isPointlessAfter(entry, other)) return true;
  if (other.seq >= entry.seq) return false;
  if (entry.kind === 'delete' && isPointlessAfter(other, entry)) return false;
  if (entry.kind === 'delete' || other.kind === 'delete') return true;
  const isAssociation = isAboutAssociation(entry);
  if (isAssociation !== isAboutAssociation(other)) return refersToNew(entry, other);
  if (isAssociation) return collidesWith(entry, other);
  return entry.subject.key === other.subject.key || refersToNew(entry, other);
}

/** Whether an entry is about a record that another one creates, or refers to it. */
function refersToNew(entry: StoredEntry, other: StoredEntry): boolean {
  return other.kind === 'create' && keysOf(entry).includes(other.subject.key);
}

/** Whether an entry is about a record or association that another one makes, or refers to it. */
function isMadeBy(entry: StoredEntry, other: StoredEntry): boolean {
  if (other.kind === 'associate') return entry.associationKey === other.associationKey;
  return refersToNew(entry, other);
}

/** Whether the order of two changes of associations matters to the service. */
function collidesWith(entry: StoredEntry, other: StoredEntry): boolean {
  if (entry.side !== other.side) return false;
  if (entry.associationKey !== null && entry.associationKey === other.associationKey) return true;
  const isSameVehicle = entry.subject.key === other.subject.key;
  const isSameOther = entry.other !== null && entry.other.key === other.other?.key;
  if (entry.side === 'users') return isSameVehicle && isSameOther;
  // A device is on one vehicle at a time, and of a vehicle one is the main one.
  return isSameOther || (isSameVehicle && (concernsMain(entry) || concernsMain(other)));
}

function concernsMain({ kind, fields }: StoredEntry): boolean {
  return kind !== 'associate' || fields['isMain'] === 1;
}
