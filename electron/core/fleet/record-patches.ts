import { associationSides } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import { collectionNames, derivedOf } from '@contract/resources';
import type { RecordKey, RecordsPatch } from '@contract/records';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { RecordEvent } from './record-news';

/** Patches are merged over this time: a page of a list is one, whatever it holds. */
const PATCH_AFTER = 250;
/**
 * While nobody is at work lists hear of what vehicles do this much later, ms: each time costs a question
 * of every screen.
 */
const DERIVED_AT_REST = 30_000;
/** More changed records than this are not named: the screen asks for the list again. */
const MOST_NAMED = 200;

/** Merges what happens to kept records into patches, at most four a second. */
export class RecordPatches {
  readonly #clock: Clock;
  readonly #describe: (collections: ReadonlySet<CollectionName>) => Promise<RecordsPatch['syncs']>;
  readonly #feed = new Feed<RecordsPatch>('the records');
  readonly #changed = new Map<CollectionName, Set<RecordKey> | null>();
  readonly #derived = new Map<CollectionName, Set<RecordKey> | null>();
  readonly #renamed = new Map<RecordKey, RecordKey>();
  readonly #synced = new Set<CollectionName>();
  readonly #isAtRest: () => boolean;
  #cancel: (() => void) | null = null;
  /** When the next patch goes, monotonic. */
  #dueAt = Infinity;

  /**
   * @param options `describe`: the sync states of collections, as they are at that moment. `isAtRest`:
   * nobody is at work
   */
  constructor(options: {
    clock: Clock;
    describe: (collections: ReadonlySet<CollectionName>) => Promise<RecordsPatch['syncs']>;
    isAtRest?: () => boolean;
  }) {
    this.#clock = options.clock;
    this.#describe = options.describe;
    this.#isAtRest = options.isAtRest ?? (() => false);
  }

  subscribe(listener: (patch: RecordsPatch) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Something happened to kept records. */
  note(event: RecordEvent): void {
    if (event.kind === 'associations') {
      this.#change('vehicles', [event.vehicleKey]);
      for (const side of associationSides) this.#deriveFrom(side);
    }
    if (event.kind === 'changed') {
      this.#change(event.collection, event.keys);
      for (const name of referringLists(event.collection)) add(this.#derived, name, null);
    }
    if (event.kind === 'renamed') {
      this.#renamed.set(event.from, event.to);
      this.#change(event.collection, [event.to]);
    }
    this.#flushSoon();
  }

  /**
   * Lists show something else of records, beside their fields.
   * @param by who changed it: what a person did never waits
   */
  noteDerived(
    collection: CollectionName,
    keys: readonly RecordKey[],
    by: 'person' | 'vehicle',
  ): void {
    add(this.#derived, collection, keys);
    this.#flushSoon(by === 'vehicle' && this.#isAtRest() ? DERIVED_AT_REST : PATCH_AFTER);
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
    add(this.#changed, collection, keys);
  }

  /** Devices or users are on other vehicles now, and so is what refers to them. */
  #deriveFrom(side: CollectionName): void {
    for (const name of [side, ...referringLists(side)]) add(this.#derived, name, null);
  }

  #flushSoon(after = PATCH_AFTER): void {
    const at = this.#clock.monotonic() + after;
    if (at >= this.#dueAt) return;
    this.#cancel?.();
    this.#dueAt = at;
    this.#cancel = this.#clock.after(after, () => void this.#flush());
  }

  async #flush(): Promise<void> {
    this.#cancel = null;
    this.#dueAt = Infinity;
    const changed = listed(this.#changed);
    const derived = listed(this.#derived);
    const renamed = Object.fromEntries(this.#renamed);
    const synced = new Set(this.#synced);
    this.#changed.clear();
    this.#derived.clear();
    this.#renamed.clear();
    this.#synced.clear();
    const syncs = await this.#describe(synced);
    const hasDerived = Object.keys(derived).length > 0;
    this.#feed.publish({ syncs, changed, renamed, ...(hasDerived && { derived }) });
  }
}

type Named = Map<CollectionName, Set<RecordKey> | null>;

function add(named: Named, collection: CollectionName, keys: readonly RecordKey[] | null): void {
  const known = named.get(collection);
  if (known === null) return;
  const merged = new Set([...(known ?? []), ...(keys ?? [])]);
  named.set(collection, keys === null || merged.size > MOST_NAMED ? null : merged);
}

function listed(named: Named): RecordsPatch['changed'] {
  return Object.fromEntries(
    Array.from(named, ([collection, keys]) => [collection, keys && [...keys]] as const),
  );
}

/** Collections whose lists show what records of another one say of them. */
function referringLists(collection: CollectionName): CollectionName[] {
  return collectionNames().filter((name) =>
    Object.values(derivedOf(name)).some(
      ({ from }) =>
        typeof from !== 'string' && 'collection' in from && from.collection === collection,
    ),
  );
}
