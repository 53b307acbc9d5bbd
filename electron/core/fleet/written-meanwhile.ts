import type { CollectionName } from '@contract/collections';
import type { RecordKey } from '@contract/records';
import type { Store, ToldRecord } from '../ports/store';
import type { RecordNews } from './record-news';

/** Keys that were written while a call was under way; null: too many to name. */
type Written = ReadonlySet<RecordKey> | null;

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

  /** Notes what is written from now on; the answer ends that and tells it. */
  watch(collection: CollectionName): () => Written {
    const keys = new Set<RecordKey>();
    let isAny = false;
    const end = this.#news.subscribe((event) => {
      if (event.kind === 'associations' || event.collection !== collection) return;
      if (event.kind === 'renamed') keys.add(event.to);
      else if (event.keys === null) isAny = true;
      else for (const key of event.keys) keys.add(key);
    });
    return () => {
      end();
      return isAny ? null : keys;
    };
  }

  /** The records of an answer, those that were written meanwhile as they are kept now. */
  async keepNewer(
    collection: CollectionName,
    records: readonly ToldRecord[],
    written: Written,
  ): Promise<readonly ToldRecord[]> {
    const keys = records.flatMap(({ id }) => (written === null || written.has(id) ? [id] : []));
    if (keys.length === 0) return records;
    const kept = new Map<string, ToldRecord>();
    for (const { key, told, raw, unread } of await this.#store.records(collection, keys)) {
      if (told !== null && raw !== null) kept.set(key, { id: key, fields: told, raw, unread });
    }
    return records.map((record) => kept.get(record.id) ?? record);
  }
}
