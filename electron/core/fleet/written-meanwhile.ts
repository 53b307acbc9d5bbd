import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import type { Store, ToldRecord } from '../ports/store';
import type { RecordNews } from './record-news';

/** Looks out for what others write while an answer is on its way and is being kept. */
export interface Watch {
  /**
   * The records of an answer, those that were written meanwhile as they are kept now; without
   * those that were found to be gone meanwhile.
   */
  keepNewer(records: readonly ToldRecord[]): Promise<readonly ToldRecord[]>;
  /**
   * Of records that have been kept: those that somebody else wrote in the same moment. Nobody
   * knows which of the two the store has now, so that they must be read again.
   */
  overtaken(records: readonly ToldRecord[]): RecordKey[];
  end(): void;
}

/**
 * An answer that left the service before a change was made there must not undo that change when
 * it arrives after it. Records that somebody else wrote while the answer was on its way keep what
 * was written; the next read tells the rest.
 */
export class WrittenMeanwhile {
  readonly #store: Store;
  readonly #news: RecordNews;

  constructor({ store, news }: { store: Store; news: RecordNews }) {
    this.#store = store;
    this.#news = news;
  }

  /** Notes what is written from now on, until it is ended. */
  watch(collection: CollectionName): Watch {
    const keys = new Set<RecordKey>();
    let isAny = false;
    const end = this.#news.subscribe((event) => {
      if (event.kind === 'associations' || event.collection !== collection) return;
      if (event.kind === 'renamed') keys.add(event.to);
      else if (event.keys === null) isAny = true;
      else for (const key of event.keys) keys.add(key);
    });
    let taken: ReadonlySet<RecordKey> = new Set();
    return {
      keepNewer: (records) => {
        taken = new Set(isAny ? records.map(({ id }) => id) : keys);
        return this.#keepNewer(collection, records, taken);
      },
      overtaken: (records) =>
        records.flatMap(({ id }) => ((isAny || keys.has(id)) && !taken.has(id) ? [id] : [])),
      end,
    };
  }

  async #keepNewer(
    collection: CollectionName,
    records: readonly ToldRecord[],
    written: ReadonlySet<RecordKey>,
  ): Promise<readonly ToldRecord[]> {
    const keys = records.flatMap(({ id }) => (written.has(id) ? [id] : []));
    if (keys.length === 0) return records;
    const kept = new Map<string, ToldRecord>();
    const gone = new Set<string>();
    for (const { key, told, raw, unread, goneAt } of await this.#store.records(collection, keys)) {
      if (goneAt !== null) gone.add(key);
      else if (told !== null && raw !== null) kept.set(key, { id: key, fields: told, raw, unread });
    }
    return records.flatMap((record) =>
      gone.has(record.id) ? [] : (kept.get(record.id) ?? record),
    );
  }
}
