import type { CollectionName } from '@contract/collections';
import type {
  CollectionSync as SyncState,
  Duplicate,
  Fields,
  RecordDetail,
  RecordKey,
  RecordName,
  RecordQuery,
  RecordRow,
  RecordsFound,
  RecordsPatch,
  RecordsSnapshot,
  ValueCount,
} from '@contract/records';
import { collectionNames, derivedOf, fieldsOf } from '@contract/resources';
import type { DeviceReference } from '@contract/vehicles';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { GivenColumns, Store } from '../ports/store';
import type { Profile } from '../service/profile';
import { wireOf } from '../service/resources';
import type { Service } from '../service/service';
import { isOffered } from './collection-calls';
import { begunNote, CollectionSync } from './collection-sync';
import { findDuplicates } from './duplicates';
import { LostMoments } from './lost-moments';
import type { RecordEvent, RecordNews } from './record-news';
import { RecordPatches } from './record-patches';
import { RecordReads } from './record-reads';
import { detailOf, notKept, rowOf, setHereOf } from './record-views';
import { SyncRound } from './sync-round';
import { laneOf, restAfter, turnOf } from './sync-terms';
import { WrittenMeanwhile } from './written-meanwhile';

/** What the kept records need. */
export interface RecordsOptions {
  store: Store;
  service: Service;
  clock: Clock;
  news: RecordNews;
  profile: Profile;
  /** Requests a minute of the whole budget. */
  perMinute: () => number;
  /** Nobody is at work. */
  isAtRest?: () => boolean;
}

/** Whether devices come with the vehicle list, learned once a connection. */
const INCLUDES_NOTE = 'vehicles.includes-device';

/**
 * The records of every collection: kept in the store, answered from there at once, brought up to
 * date behind it. Make a new one for every sign-in and `stop` it at sign-out.
 */
export class Records {
  /** Devices that came with vehicles of the list, by vehicle. */
  readonly includedDevices = new Feed<ReadonlyMap<string, DeviceReference>>('the included devices');
  readonly #options: RecordsOptions;
  readonly #syncs: ReadonlyMap<CollectionName, CollectionSync>;
  readonly #round: SyncRound;
  readonly #patches: RecordPatches;
  readonly #written: WrittenMeanwhile;
  readonly #lost: LostMoments;
  readonly #reads: RecordReads;
  readonly #counts = new Map<CollectionName, number>();
  #includes: boolean | null = null;
  #loading: Promise<void> | null = null;
  #unsubscribe: (() => void) | null = null;
  #isTelling = false;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#lost = new LostMoments({
      clock: options.clock,
      store: options.store,
      pagesOf: (name) => Math.ceil(this.state(name).count / options.profile.limits.pageSize),
      read: (name, keys) => this.#reads.readAgain(name, keys),
      list: (name) => this.sync(name),
    });
    this.#written = new WrittenMeanwhile(options);
    this.#reads = new RecordReads({
      ...options,
      written: this.#written,
      onRecords: (collection, keys) => this.#tell(collection, keys),
    });
    this.#patches = new RecordPatches({
      clock: options.clock,
      describe: (collections) => this.#describe(collections),
      ...(options.isAtRest && { isAtRest: options.isAtRest }),
    });
    this.#syncs = new Map(collectionNames().map((name) => [name, this.#syncOf(name)]));
    this.#round = new SyncRound({
      clock: options.clock,
      turns: Array.from(this.#syncs.values(), (sync) => ({ sync, ...turnOf(sync.collection) })),
      read: (sync, signal) => sync.readPage({ lane: laneOf(sync), signal }),
    });
  }

  /** How far each collection has been read. */
  snapshot(): RecordsSnapshot {
    const entries = collectionNames().map((name) => [name, this.state(name)] as const);
    return { syncs: Object.fromEntries(entries) as RecordsSnapshot['syncs'] };
  }

  /** How far one collection has been read. */
  state(collection: CollectionName): SyncState {
    const count = this.#counts.get(collection) ?? 0;
    const pass = this.#syncs.get(collection)?.state;
    if (pass !== undefined) return { ...pass, count };
    return { phase: 'off', read: 0, completedAt: null, pagingRefused: false, count };
  }

  /** Whether the service tells devices along with the vehicle list; null until tried. */
  get includesDevices(): boolean | null {
    return this.#includes;
  }

  /** What changes from now on, at most four times a second; the answer ends it. */
  subscribe(listener: (patch: RecordsPatch) => void): () => void {
    return this.#patches.subscribe(listener);
  }

  /** Brings the collections up to date from now on; harmless when already started. */
  start(): void {
    if (this.#unsubscribe !== null) return;
    this.#unsubscribe = this.#options.news.subscribe((event) => this.#follow(event));
    void this.load().then(() => {
      if (this.#unsubscribe !== null) this.#round.start();
    });
  }

  /** Reads how far earlier runs came; once. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Ends all work; what was read stays. */
  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#round.stop();
    this.#reads.stop();
    this.#lost.stop();
    this.#patches.stop();
  }

  /** The link is back or the session renewed: what waits for a retry runs now. */
  wake(): void {
    for (const sync of this.#syncs.values()) sync.wake();
    this.#round.look();
    this.#lost.wake();
  }

  /** What a query finds, and by what; it may sort and narrow by given columns, too. */
  find(query: RecordQuery, given?: GivenColumns): Promise<RecordsFound> {
    return this.#options.store.search(query, given);
  }

  /** Kept records by their keys; unknown ones are left out. */
  async rows(collection: CollectionName, keys: readonly RecordKey[]): Promise<RecordRow[]> {
    const { store } = this.#options;
    const untold = Object.entries(fieldsOf(collection)).flatMap(([field, { readable, column }]) =>
      readable || column === undefined ? [] : [field],
    );
    const hasDerived = Object.keys(derivedOf(collection)).length > 0;
    // All at once: where the store closes meanwhile, all fail.
    const [records, derived, unknown] = await Promise.all([
      store.records(collection, keys),
      hasDerived ? store.derived(collection, keys) : new Map<string, Fields>(),
      hasDerived ? store.unknown(collection, keys) : new Map<string, string[]>(),
    ]);
    return records.map((record) => {
      const values = { ...derived.get(record.key), ...setHereOf(record, untold) };
      const open = unknown.get(record.key);
      return {
        ...rowOf(record),
        ...(Object.keys(values).length > 0 && { derived: values }),
        ...(open !== undefined && { unknown: [...open] }),
      };
    });
  }

  /** As `RecordPatches.noteDerived`. */
  noteDerived(...about: Parameters<RecordPatches['noteDerived']>): void {
    this.#patches.noteDerived(...about);
  }

  /** Values that a field takes, the most frequent first. */
  values(collection: CollectionName, field: string): Promise<ValueCount[]> {
    return this.#options.store.values(collection, field);
  }

  /** Other kept records that have one of these values where no two should; one a field. */
  duplicates(given: {
    collection: CollectionName;
    key: RecordKey | null;
    fields: Fields;
  }): Promise<Duplicate[]> {
    return findDuplicates(this.#options.store, given);
  }

  /** A record as it is kept. @throws FleetdeskError `not-found`/`not-kept` */
  async read(name: RecordName): Promise<RecordDetail> {
    const [record, entries] = await Promise.all([
      this.#reads.kept(name),
      this.#options.store.openEntries(),
    ]);
    if (record === null) throw notKept(name);
    const { key, collection } = record;
    const entryIds = entries.flatMap(({ id, subject, other }) => {
      const isAbout = (what: { collection: CollectionName; key: RecordKey } | null): boolean =>
        what?.collection === collection && what.key === key;
      return isAbout(subject) || isAbout(other) ? [id] : [];
    });
    return detailOf(record, entryIds);
  }

  /**
   * Reads a record from the service, in the lane of what a person waits for, and answers what is
   * kept then; one that the service does not have is marked gone. One that was read within 20
   * seconds is not asked for again.
   * @throws FleetdeskError `not-found` where neither store nor service has it; `cancelled`
   */
  async refresh(name: RecordName, signal?: AbortSignal): Promise<RecordDetail> {
    return this.read(await this.#reads.refresh(name, signal));
  }

  /**
   * Searches at the service, keeps what it finds and answers its keys: one page, so at most 100
   * of them. A collection that can't be searched there is searched here. @throws FleetdeskError
   */
  async askService(
    collection: CollectionName,
    search: string,
    signal?: AbortSignal,
  ): Promise<{ keys: RecordKey[] }> {
    return wireOf(collection).isSearchable
      ? this.#reads.search(collection, search, signal)
      : this.find({ collection, search, filters: [], sort: [], withGone: false });
  }

  /** Reads the whole list of a collection again, in the background; a reading under way goes on. */
  sync(collection: CollectionName): void {
    this.#syncs.get(collection)?.request();
    this.#round.look();
  }

  /**
   * Whether a record that the service answered 404 for is gone: its list is asked, in the
   * background, since gateways answer 404, too. What it lists is kept.
   * @throws FleetdeskError `bad-response` where the list can't tell
   */
  isGone(name: RecordName): Promise<boolean> {
    return this.#reads.isGone(name);
  }

  /** A record is certainly not at the service any more. */
  markGone(name: RecordName): Promise<void> {
    return this.#reads.markGone(name);
  }

  #follow(event: RecordEvent): void {
    this.#patches.note(event);
    if (!this.#isTelling) this.#lost.note(event);
  }

  #tell(collection: CollectionName, keys: readonly RecordKey[]): void {
    this.#isTelling = true;
    this.#options.news.publish({ kind: 'changed', collection, keys });
    this.#isTelling = false;
  }

  async #load(): Promise<void> {
    const { store } = this.#options;
    try {
      const [includes, syncs] = await Promise.all([store.note(INCLUDES_NOTE), store.syncs()]);
      if (includes !== null) this.#includes = includes === 'yes';
      for (const stored of syncs) {
        const begun = stored.nextPage && (await store.note(begunNote(stored.collection)));
        this.#syncs.get(stored.collection)?.restore(stored, begun ? Number(begun) : null);
      }
    } catch {
      // What can't be read of earlier runs is read from the service.
    }
    for (const name of collectionNames()) {
      const sync = this.#syncs.get(name);
      if (!isOffered(name, this.#options.profile)) sync?.turnOff();
      this.#patches.noteSync(name);
    }
  }

  #syncOf(collection: CollectionName): CollectionSync {
    const { service, clock, store, perMinute } = this.#options;
    return new CollectionSync({
      collection,
      service,
      clock,
      store,
      written: this.#written,
      restAfter: (pages) => restAfter(collection, pages, perMinute()),
      includes: {
        known: () => this.#includes,
        learn: (works) => this.#learnIncludes(works),
      },
      onRecords: (keys) => this.#tell(collection, keys),
      onOvertaken: (keys) => this.#reads.readAgain(collection, keys),
      onDevices: (devices) => this.includedDevices.publish(devices),
      onState: () => this.#patches.noteSync(collection),
    });
  }

  #learnIncludes(works: boolean): void {
    if (this.#includes !== null) return;
    this.#includes = works;
    const note = { kind: 'note', name: INCLUDES_NOTE, value: works ? 'yes' : 'no' } as const;
    // Lost, it is learned again at the next start.
    this.#options.store.commit([note]).catch(() => undefined);
  }

  async #describe(collections: ReadonlySet<CollectionName>): Promise<RecordsPatch['syncs']> {
    const entries = [...collections].map(async (name) => {
      const count = await this.#options.store.count(name).catch(() => null);
      if (count !== null) this.#counts.set(name, count);
      return [name, this.state(name)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}
