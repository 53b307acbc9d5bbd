import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey, type RecordName } from '@contract/records';
import type { Clock } from '../ports/clock';
import type { Store, StoredRecord, ToldRecord } from '../ports/store';
import type { Profile } from '../service/profile';
import { operationFor } from '../service/resources';
import type { CallOptions, Service } from '../service/service';
import { SharedReads } from '../shared-reads';
import { findPage, getRecord, interactive, searchList } from './collection-calls';
import { lookForListed } from './list-search';
import { momentBefore } from './record-fields';
import { contradiction } from './record-views';
import type { Watch, WrittenMeanwhile } from './written-meanwhile';

/** A record that was read less than this long ago is not asked for again, in ms. */
const FRESH_FOR = 20_000;

/** What the reads of single records need. */
export interface RecordReadsOptions {
  store: Store;
  service: Service;
  clock: Clock;
  profile: Profile;
  /** Records that somebody else wrote while an answer was on its way. */
  written: WrittenMeanwhile;
  /** Records that are new, look different, or are gone. */
  onRecords: (collection: CollectionName, keys: readonly RecordKey[]) => void;
}

/**
 * Reads single records from the service, and those that it finds for a text, into the store. What
 * the outbox wrote meanwhile is kept, and read again.
 */
export class RecordReads {
  readonly #options: RecordReadsOptions;
  readonly #shared = new SharedReads<void>();

  constructor(options: RecordReadsOptions) {
    this.#options = options;
  }

  /** Gives up what is under way. */
  stop(): void {
    this.#shared.stop();
  }

  /** A record as it is kept. */
  async kept({ collection, key }: RecordName): Promise<StoredRecord | null> {
    const current = await this.#options.store.currentKey(key);
    return (await this.#options.store.records(collection, [current]))[0] ?? null;
  }

  /**
   * Reads a record unless it was read just now; one that the service does not have is marked gone.
   * Answers what it is called now.
   * @throws FleetdeskError `not-found` where neither store nor service has it; `cancelled`
   */
  async refresh(name: RecordName, signal?: AbortSignal): Promise<RecordName> {
    const { collection } = name;
    const kept = await this.kept(name);
    const key = kept?.key ?? name.key;
    if (!isLocalKey(key) && operationFor(collection, 'get') !== null && !this.#isFresh(kept)) {
      await this.#shared.join(`${collection} ${key}`, signal, (shared) =>
        this.#readOne({ collection, key }, kept !== null, interactive(shared)),
      );
    }
    return { collection, key };
  }

  /** Searches at the service, keeps what it finds and answers its keys. @throws FleetdeskError */
  async search(
    collection: CollectionName,
    search: string,
    signal?: AbortSignal,
  ): Promise<{ keys: RecordKey[] }> {
    const watch = this.#options.written.watch(collection);
    try {
      const options = interactive(signal);
      const { records } = await searchList(this.#options.service, collection, search, options);
      await this.#take(collection, records, watch);
      return { keys: records.map(({ id }) => id) };
    } finally {
      watch.end();
    }
  }

  /**
   * Whether a record that the service answered 404 for is gone, by its list.
   * @throws FleetdeskError `bad-response` where the list can't tell
   */
  async isGone(name: RecordName): Promise<boolean> {
    const watch = this.#options.written.watch(name.collection);
    try {
      return await this.#isUnlisted(name, watch, { lane: 'background' });
    } finally {
      watch.end();
    }
  }

  /** A record is certainly not at the service any more. */
  async markGone({ collection, key }: RecordName): Promise<void> {
    const at = this.#options.clock.now();
    await this.#options.store.commit([{ kind: 'gone', collection, key, at }]);
    this.#options.onRecords(collection, [key]);
  }

  /** Nobody waits for these: what can't be read now comes with the next list. */
  readAgain(collection: CollectionName, keys: readonly RecordKey[]): void {
    for (const key of operationFor(collection, 'get') !== null ? keys : []) {
      const begin = (signal: AbortSignal): Promise<void> =>
        this.#readOne({ collection, key }, true, { lane: 'background', signal });
      this.#shared.join(`${collection} ${key} again`, undefined, begin).catch(() => undefined);
    }
  }

  #isFresh(kept: StoredRecord | null): boolean {
    const age = this.#options.clock.now() - (kept?.readAt ?? -Infinity);
    // What is known from a change of ours leaves out when that was.
    return age >= 0 && age < FRESH_FOR && kept !== null && momentBefore(kept) === null;
  }

  async #readOne(name: RecordName, isKept: boolean, options: CallOptions): Promise<void> {
    const { collection, key } = name;
    const watch = this.#options.written.watch(collection);
    try {
      const record = await getRecord(this.#options.service, collection, key, options);
      if (record !== null) await this.#take(collection, [record], watch);
      else if (isKept) await this.markGone(name);
    } catch (caught) {
      if (!isKept || FleetdeskError.from(caught).code !== 'not-found') throw caught;
      if (await this.#isUnlisted(name, watch, options)) await this.markGone(name);
    } finally {
      watch.end();
    }
  }

  async #isUnlisted(name: RecordName, watch: Watch, options: CallOptions): Promise<boolean> {
    const { service, profile } = this.#options;
    const { collection, key } = name;
    const look = await lookForListed(
      { collection, id: key, fields: (await this.kept(name))?.told ?? {} },
      { list: (listed, query) => findPage(service, listed, query, options) },
      profile.limits.pageSize,
    );
    if (look.kind === 'absent') return true;
    if (look.kind === 'unclear') throw contradiction(name);
    await this.#take(collection, [look.record], watch);
    return false;
  }

  async #take(
    collection: CollectionName,
    told: readonly ToldRecord[],
    watch: Watch,
  ): Promise<void> {
    if (told.length === 0) return;
    const { store, clock } = this.#options;
    const records = await watch.keepNewer(told);
    const at = clock.now();
    const { changed } = await store.commit([{ kind: 'told', collection, records, pass: null, at }]);
    const overtaken = watch.overtaken(records);
    const keys = changed.flatMap((one) => one.keys);
    if (keys.length > 0) this.#options.onRecords(collection, keys);
    this.readAgain(collection, overtaken);
  }
}
