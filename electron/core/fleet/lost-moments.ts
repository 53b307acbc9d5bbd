import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
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
  readonly #noted = new Map<CollectionName, Set<RecordKey>>();
  #cancel: (() => void) | null = null;

  constructor(options: LostMomentsOptions) {
    this.#options = options;
  }

  /** Somebody else wrote to kept records. */
  note(event: RecordEvent): void {
    if (event.kind !== 'changed' || event.keys === null) return;
    const noted = this.#noted.get(event.collection) ?? new Set();
    this.#noted.set(event.collection, noted);
    for (const key of event.keys) noted.add(key);
    this.#cancel ??= this.#options.clock.after(LOOK_AFTER, () => this.#look());
  }

  /** Looks after nothing any more. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#noted.clear();
  }

  #look(): void {
    this.#cancel = null;
    for (const [collection, keys] of this.#noted) {
      // What can't be looked at now comes with the next list.
      this.#lookAt(collection, [...keys]).catch(() => undefined);
    }
    this.#noted.clear();
  }

  async #lookAt(collection: CollectionName, keys: readonly RecordKey[]): Promise<void> {
    const { store, pagesOf, read, list } = this.#options;
    const lost = (await store.records(collection, keys)).filter((record) => {
      // What is still on its way is told of again once it has arrived.
      const isOnItsWay = record.mark === 'waiting' || record.mark === 'sending';
      return record.goneAt === null && !isOnItsWay && momentBefore(record) !== null;
    });
    if (lost.length > pagesOf(collection)) list(collection);
    else
      read(
        collection,
        lost.map(({ key }) => key),
      );
  }
}
