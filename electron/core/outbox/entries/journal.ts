import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import { Feed } from '../../feed';
import type { RecordNews } from '../../fleet/record-news';
import type {
  Committed,
  Store,
  StoreChange,
  StoredAssociation,
  StoredEntry,
  StoredRecord,
} from '../../ports/store';
import { Serial } from '../../session/serial';
import { EntryBook, isAboutAssociation, renameIn } from './entry-book';
import { overlayAssociation, overlayOf } from './overlay';
import { isSettled } from './state-machine';

/** A record or association that the service named. `collection` is null for associations. */
export interface Naming {
  readonly collection: CollectionName | null;
  readonly from: RecordKey;
  readonly to: string;
}

/** One commit of the outbox: entries, and what goes with them. What they make visible follows. */
export interface Draft {
  /** Entries as they will be; new ones have `seq` 0. */
  readonly entries: readonly StoredEntry[];
  readonly namings?: readonly Naming[];
  /** Steps that come before the entries: what the service told. */
  readonly before?: readonly StoreChange[];
  /** Associations that the store does not have yet, or has otherwise. */
  readonly associations?: readonly StoredAssociation[];
  /** Associations that exist no more. */
  readonly dropped?: readonly RecordKey[];
  /** Steps that come last. */
  readonly after?: readonly StoreChange[];
  /** Vehicles, beside those of the entries, whose associations look different now. */
  readonly vehicles?: readonly RecordKey[];
}

/** Several drafts as one. */
export function joinDrafts(drafts: readonly Draft[]): Draft {
  return {
    entries: drafts.flatMap(({ entries }) => entries),
    namings: drafts.flatMap(({ namings = [] }) => namings),
    before: drafts.flatMap(({ before = [] }) => before),
    associations: drafts.flatMap(({ associations = [] }) => associations),
    dropped: drafts.flatMap(({ dropped = [] }) => dropped),
    after: drafts.flatMap(({ after = [] }) => after),
    vehicles: drafts.flatMap(({ vehicles = [] }) => vehicles),
  };
}

/**
 * The outbox's way to the store. It holds the open entries as the store has them, lets one action
 * at a time change them, writes each action as one commit together with what it makes visible, and
 * tells the news afterwards. What a rejected commit was to change has not changed.
 */
export class Journal {
  readonly store: Store;
  readonly #news: RecordNews;
  readonly #serial = new Serial();
  readonly #changes = new Feed<undefined>('the journal');
  #book = new EntryBook([]);
  #settled: StoredEntry[] = [];
  #isClosed = false;

  constructor(options: { store: Store; news: RecordNews }) {
    this.store = options.store;
    this.#news = options.news;
  }

  /** The open entries as they are now. */
  get book(): EntryBook {
    return this.#book;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Entries that were sent or dropped since this was asked last, as they ended. */
  takeSettled(): readonly StoredEntry[] {
    return this.#settled.splice(0);
  }

  /** Tells that entries changed. */
  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Reads the open entries. */
  load(): Promise<void> {
    return this.#serial.run(async () => {
      this.#book = new EntryBook(await this.store.openEntries());
    });
  }

  /**
   * Runs an action while no other changes the entries.
   * @throws FleetdeskError `store-damaged`/`store-closed` once the journal is closed
   */
  exclusively<T>(action: () => Promise<T>): Promise<T> {
    return this.#serial.run(() => {
      if (!this.#isClosed) return action();
      return Promise.reject(
        new FleetdeskError({
          code: 'store-damaged',
          reason: 'store-closed',
          message: 'The store of the outbox is closed.',
        }),
      );
    });
  }

  /** Lets what was begun come to its end; nothing begins after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#serial.run(() => Promise.resolve());
  }

  /** A record as it is kept. */
  async record(collection: CollectionName, key: RecordKey): Promise<StoredRecord | null> {
    const [record] = await this.store.records(collection, [key]);
    return record ?? null;
  }

  /** What a key is called now: screens may still use the one from before. */
  async currentKey(key: RecordKey): Promise<RecordKey> {
    return isLocalKey(key) ? this.store.currentKey(key) : key;
  }

  /** Writes a draft as one commit. Only within {@link exclusively}. */
  async write(draft: Draft): Promise<Committed> {
    const namings = draft.namings ?? [];
    const names = new Map(namings.map(({ from, to }) => [from, to]));
    const entries = draft.entries.map((entry) => renameIn(entry, names));
    const renamed = this.#book.renamed(names);
    const last = renamed.open.at(-1)?.seq ?? 0;
    const placed = entries.map((entry, index) =>
      entry.seq === 0 ? { ...entry, seq: last + 1 + index } : entry,
    );
    const next = renamed.with(placed);
    const laid = await this.#lay(entries, next, draft);
    const committed = await this.store.commit([
      ...namings.map((naming): StoreChange => ({ kind: 'rename', ...naming })),
      ...(draft.before ?? []),
      ...entries.map((entry): StoreChange => ({ kind: 'entry', entry })),
      ...laid,
      ...(draft.after ?? []),
    ]);
    const given = placed.map((entry) => withGiven(entry, committed));
    const isAsPlaced = given.every((entry, index) => entry === placed[index]);
    this.#book = isAsPlaced ? next : renamed.with(given);
    this.#settled.push(...entries.filter(({ state }) => isSettled(state)));
    this.#tell(entries, draft);
    return committed;
  }

  /**
   * Takes entries for what they are, where the store could not be told. Only within
   * {@link exclusively}.
   */
  assume(entries: readonly StoredEntry[]): void {
    this.#book = this.#book.with(entries);
    this.#changes.publish(undefined);
  }

  /** The steps that show what waits of the records and associations of some entries. */
  async #lay(
    entries: readonly StoredEntry[],
    book: EntryBook,
    draft: Draft,
  ): Promise<StoreChange[]> {
    const changes = new Map<string, StoreChange>();
    for (const entry of entries) {
      const { collection, key } = entry.subject;
      if (!isAboutAssociation(entry)) {
        changes.set(`${collection} ${key}`, layRecord(collection, key, book));
      } else if (entry.associationKey !== null) {
        const change = await this.#layAssociation(entry, entry.associationKey, book, draft);
        if (change !== null) changes.set(entry.associationKey, change);
      }
    }
    for (const key of draft.dropped ?? []) changes.set(key, { kind: 'dropAssociation', key });
    for (const association of draft.associations ?? []) {
      if (changes.has(association.key)) continue;
      const laid = overlayAssociation(association, book.ofAssociation(association.key));
      changes.set(association.key, { kind: 'association', association: laid });
    }
    return [...changes.values()];
  }

  async #layAssociation(
    entry: StoredEntry,
    key: RecordKey,
    book: EntryBook,
    { associations = [] }: Draft,
  ): Promise<StoreChange | null> {
    const open = book.ofAssociation(key);
    if (open.length === 0 && isLocalKey(key)) return { kind: 'dropAssociation', key };
    const given = associations.find((association) => association.key === key);
    const base = given ?? (await this.#association(entry, key));
    if (base === undefined) return null;
    return { kind: 'association', association: overlayAssociation(base, open) };
  }

  async #association(entry: StoredEntry, key: RecordKey): Promise<StoredAssociation | undefined> {
    if (entry.side === null) return undefined;
    const { items } = await this.store.associationsOf(entry.subject.key, entry.side);
    return items.find((association) => association.key === key);
  }

  #tell(entries: readonly StoredEntry[], draft: Draft): void {
    this.#changes.publish(undefined);
    for (const { collection, from, to } of draft.namings ?? []) {
      if (collection !== null) this.#news.publish({ kind: 'renamed', collection, from, to });
    }
    const records = new Map<CollectionName, Set<RecordKey>>();
    const vehicles = new Set(draft.vehicles);
    for (const entry of entries) {
      const { collection, key } = entry.subject;
      if (isAboutAssociation(entry)) {
        vehicles.add(key);
        continue;
      }
      records.set(collection, (records.get(collection) ?? new Set()).add(key));
    }
    for (const [collection, keys] of records) {
      this.#news.publish({ kind: 'changed', collection, keys: [...keys] });
    }
    for (const vehicleKey of vehicles) this.#news.publish({ kind: 'associations', vehicleKey });
  }
}

/** An entry with what the store gave it: its number, the revision at which it was sent first. */
function withGiven(entry: StoredEntry, { seqs, revision }: Committed): StoredEntry {
  const seq = seqs[entry.id] ?? entry.seq;
  const firstSentAt =
    entry.state === 'sending' ? (entry.firstSentAt ?? revision) : entry.firstSentAt;
  const isSame = seq === entry.seq && firstSentAt === entry.firstSentAt;
  return isSame ? entry : { ...entry, seq, firstSentAt };
}

/** What waits of one record; a record that existed here alone goes with its last entry. */
function layRecord(collection: CollectionName, key: RecordKey, book: EntryBook): StoreChange {
  const open = book.ofRecord(collection, key).filter(({ state }) => !isSettled(state));
  if (open.length === 0 && isLocalKey(key)) return { kind: 'drop', collection, key };
  return { kind: 'pending', collection, key, ...overlayOf(open) };
}
