import type { CollectionName } from '@contract/collections';
import { collectionNames, fieldsOf } from '@contract/resources';
import { defaultSettings, type KeptDays } from '@contract/settings';
import type { RecordSort } from '@contract/records';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';

/** What retention needs. */
export interface RetentionOptions {
  store: Store;
  clock: Clock;
  /** The newest time that a device told, epoch milliseconds; null while none is known. */
  newestTold: () => number | null;
  /** What a person chose; as at a first start, where nobody can choose. */
  keptDays?: () => KeptDays;
}

const DAY = 24 * 60 * 60_000;
/** Nothing of a start waits behind it. */
const FIRST_AFTER = 60_000;
/** How long stays what nobody chooses a time for. */
const KEPT_FOR = { entries: 90 * DAY, alerts: 365 * DAY } as const;

/**
 * Removes, soon after the start and once a day, what is kept longer than it should be. The clock
 * of this machine alone is no reason to remove anything, since one that runs a year ahead would
 * take all: what is removed must be old by the newest time that a device or, where none reports,
 * a record of the service told, too.
 */
export class Retention {
  readonly #options: RetentionOptions;
  #cancel: (() => void) | null = null;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Removes in a minute and once a day from then on; harmless when already started. */
  start(): void {
    if (this.#cancel === null) this.#removeAfter(FIRST_AFTER);
  }

  /** Begins again with its minute, where it was started. */
  restart(): void {
    if (this.#cancel === null) return;
    this.stop();
    this.start();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #removeAfter(delay: number): void {
    this.#cancel = this.#options.clock.after(delay, () => {
      this.#removeAfter(DAY);
      // What could not be removed today is removed tomorrow.
      this.#remove().catch(() => undefined);
    });
  }

  async #remove(): Promise<void> {
    const { store, clock, newestTold, keptDays } = this.#options;
    const byDevices = newestTold() ?? -Infinity;
    const isRecent = byDevices > clock.now() - DAY;
    const told = isRecent ? byDevices : Math.max(byDevices, await this.#newestOfRecords());
    if (told === -Infinity) return;
    const now = Math.min(clock.now(), told);
    const { trailDays, deletedDays } = keptDays?.() ?? defaultSettings;
    await store.prune({
      fixes: now - trailDays * DAY,
      entries: now - KEPT_FOR.entries,
      deletions: now - deletedDays * DAY,
      alerts: now - KEPT_FOR.alerts,
    });
  }

  /** The newest moment at which the service says that a record was made or changed. */
  async #newestOfRecords(): Promise<number> {
    let newest = -Infinity;
    for (const collection of collectionNames()) {
      const fields = ['updatedAt', 'createdAt'].filter((field) => field in fieldsOf(collection));
      for (const field of fields) {
        newest = Math.max(newest, await this.#newestOf(collection, field));
      }
    }
    return newest;
  }

  async #newestOf(collection: CollectionName, field: string): Promise<number> {
    const { store } = this.#options;
    const sort: RecordSort[] = [{ field, direction: 'down' }];
    const query = { collection, search: '', filters: [], sort, withGone: true };
    const [key] = await store.find(query);
    const [record] = key === undefined ? [] : await store.records(collection, [key]);
    const value = record?.told?.[field];
    return typeof value === 'number' ? value : -Infinity;
  }
}
