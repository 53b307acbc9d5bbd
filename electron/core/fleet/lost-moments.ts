import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import type { Clock } from '../ports/clock';
import type { Store, StoredRecord } from '../ports/store';
import { momentBefore } from './record-fields';
import type { RecordEvent } from './record-news';

/** What reading records again needs. */
export interface LostMomentsOptions {
  clock: Clock;
  store: Store;
  /** Requests that the whole list of a collection takes. */
  pagesOf(collection: CollectionName): number;
  /** Reads records one by one, in the background. */
  read(collection: CollectionName, keys: readonly RecordKey[]): void;
  /** Reads the whole list, in the background. */
  list(collection: CollectionName): void;
}

/** Changes that are sent one after the other are followed by one look, milliseconds. */
const LOOK_AFTER = 3000;

/**
 * The answer to a change may leave out when the record was changed, and what was known of that is
 * no longer so. Records of which that is the case are read again, in as few requests as it takes.
 */
export class LostMoments {
  readonly #options: LostMomentsOptions;
  /** Records to be looked at, and those that were to be read and have not been so far. */
  readonly #noted = new Map<CollectionName, Set<RecordKey>>();
  #cancel: (() => void) | null = null;
  #stopping = new AbortController();

  constructor(options: LostMomentsOptions) {
    this.#options = options;
  }

  /** Somebody else wrote to kept records. */
  note(event: RecordEvent): void {
    if (event.kind !== 'changed' || event.keys === null) return;
    this.#add(event.collection, event.keys);
    this.#lookSoon();
  }

  /** The link is back or the session renewed: what could not be read then is read now. */
  wake(): void {
    if (this.#noted.size > 0) this.#lookSoon();
  }

  /** Looks after nothing any more. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#noted.clear();
    this.#stopping.abort();
    this.#stopping = new AbortController();
  }

  #add(collection: CollectionName, keys: readonly RecordKey[]): void {
    const noted = this.#noted.get(collection) ?? new Set();
    for (const key of keys) noted.add(key);
    if (noted.size > 0) this.#noted.set(collection, noted);
  }

  #lookSoon(): void {
    this.#cancel ??= this.#options.clock.after(LOOK_AFTER, () => this.#look());
  }

  #look(): void {
    this.#cancel = null;
    const noted = [...this.#noted];
    this.#noted.clear();
    for (const [collection, keys] of noted) {
      // What can't be looked at now comes with the next list.
      this.#lookAt(collection, [...keys]).catch(() => undefined);
    }
  }

  async #lookAt(collection: CollectionName, keys: readonly RecordKey[]): Promise<void> {
    const { store, pagesOf, read, list } = this.#options;
    const { signal } = this.#stopping;
    const records = await store.records(collection, keys);
    // Somebody else may be signed in by now.
    if (signal.aborted) return;
    const lost = records.filter((record) => isLost(record)).map(({ key }) => key);
    this.#add(collection, lost);
    if (lost.length > pagesOf(collection)) list(collection);
    else read(collection, lost);
  }
}

/** What is still on its way is reported again once it has arrived. */
function isLost(record: StoredRecord): boolean {
  const isOnItsWay = record.mark === 'waiting' || record.mark === 'sending';
  return record.goneAt === null && !isOnItsWay && momentBefore(record) !== null;
}
