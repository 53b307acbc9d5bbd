import type { CollectionName } from '@contract/collections';
import type { RecordKey, RecordsPatch } from '@contract/records';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { RecordEvent } from './record-news';

/** Patches are merged over this time: a page of a list is one, whatever it holds. */
const PATCH_AFTER = 250;
/** More changed records than this are not named: whoever shows the list asks for it anew. */
const MOST_NAMED = 200;

/** Merges what happens to kept records into patches, at most four a second. */
export class RecordPatches {
  readonly #clock: Clock;
  readonly #describe: (collections: ReadonlySet<CollectionName>) => Promise<RecordsPatch['syncs']>;
  readonly #feed = new Feed<RecordsPatch>('the records');
  readonly #changed = new Map<CollectionName, Set<RecordKey> | null>();
  readonly #renamed = new Map<RecordKey, RecordKey>();
  readonly #synced = new Set<CollectionName>();
  #cancel: (() => void) | null = null;

  /** @param options.describe the sync states of collections, as they are at that moment */
  constructor(options: {
    clock: Clock;
    describe: (collections: ReadonlySet<CollectionName>) => Promise<RecordsPatch['syncs']>;
  }) {
    this.#clock = options.clock;
    this.#describe = options.describe;
  }

  subscribe(listener: (patch: RecordsPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Something happened to kept records. */
  note(event: RecordEvent): void {
    if (event.kind === 'associations') this.#change('vehicles', [event.vehicleKey]);
    if (event.kind === 'changed') this.#change(event.collection, event.keys);
    if (event.kind === 'renamed') {
      this.#renamed.set(event.from, event.to);
      this.#change(event.collection, [event.to]);
    }
    this.#flushSoon();
  }

  /** A collection was read further. */
  noteSync(collection: CollectionName): void {
    this.#synced.add(collection);
    this.#flushSoon();
  }

  /** Tells what waits, and nothing on its own from then on. */
  stop(): void {
    if (this.#cancel === null) return;
    this.#cancel();
    void this.#flush();
  }

  #change(collection: CollectionName, keys: readonly RecordKey[] | null): void {
    this.#synced.add(collection);
    const known = this.#changed.get(collection);
    if (known === null) return;
    const merged = new Set([...(known ?? []), ...(keys ?? [])]);
    this.#changed.set(collection, keys === null || merged.size > MOST_NAMED ? null : merged);
  }

  #flushSoon(): void {
    this.#cancel ??= this.#clock.after(PATCH_AFTER, () => void this.#flush());
  }

  async #flush(): Promise<void> {
    this.#cancel = null;
    const changed = Object.fromEntries(
      Array.from(this.#changed, ([collection, keys]) => [collection, keys && [...keys]] as const),
    );
    const renamed = Object.fromEntries(this.#renamed);
    const synced = new Set(this.#synced);
    this.#changed.clear();
    this.#renamed.clear();
    this.#synced.clear();
    this.#feed.publish({ syncs: await this.#describe(synced), changed, renamed });
  }
}
