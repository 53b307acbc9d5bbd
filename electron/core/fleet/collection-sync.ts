import { FleetdeskError, type ErrorCode } from '@contract/errors';
import type { CollectionName } from '@contract/collections';
import type { CollectionSync as SyncState, RecordKey } from '@contract/records';
import type { DeviceReference } from '@contract/vehicles';
import type { Clock } from '../ports/clock';
import type { Store, StoreChange, StoredSync } from '../ports/store';
import { wireOf } from '../service/resources';
import type { CallOptions, Service } from '../service/service';
import { listPage, PAGE_SIZE, type ToldPage } from './collection-calls';
import type { WrittenMeanwhile } from './written-meanwhile';

/** What the sync of one collection needs. */
export interface CollectionSyncOptions {
  collection: CollectionName;
  service: Service;
  clock: Clock;
  store: Store;
  /** Records that somebody else wrote while a page was on its way. */
  written: WrittenMeanwhile;
  /** Milliseconds from the end of a pass of so many pages to the next. */
  restAfter: (pages: number) => number;
  /** Whether the service includes devices in the vehicle list; null until tried. */
  includes: { known: () => boolean | null; learn: (works: boolean) => void };
  /** Records that are new, look different, or are gone. */
  onRecords: (keys: readonly RecordKey[]) => void;
  /** Records that somebody else wrote in the same moment: they must be read again. */
  onOvertaken: (keys: readonly RecordKey[]) => void;
  /** Devices that came with vehicles. */
  onDevices: (devices: ReadonlyMap<string, DeviceReference>) => void;
  onState: () => void;
  /** Pages after which a list is taken to have no end. */
  mostPages?: number;
}

/** What one page means for the pass. */
interface Step {
  readonly stored: StoredSync;
  readonly isOver: boolean;
  readonly fresh: ReadonlySet<string>;
  readonly changes: StoreChange[];
}

/** How far a collection has been read; how many records that makes is the store's to say. */
export type PassState = Omit<SyncState, 'count'>;

const FIRST_RETRY = 5_000;
const LAST_RETRY = 5 * 60_000;
/** A list that this user may not see, or that is not there, is hardly ever asked for again. */
const REFUSED_RETRY = 60 * 60_000;
const REFUSALS = new Set<ErrorCode>(['forbidden', 'not-found']);
/** A list of more pages than this never ends: no fleet is that large (half a million records). */
const MOST_PAGES = 5_000;

/** The note of when the running pass over a list began, epoch milliseconds. */
export function begunNote(collection: CollectionName): string {
  return `sync.${collection}.begun`;
}

/**
 * Reads the list of one collection page by page into the store, again and again. How far it came
 * is kept, so that a pass goes on after a restart. A pass ends at an empty page, since a server
 * may clamp `limit`; a page that holds nothing new to the pass means that paging is not honoured.
 */
export class CollectionSync {
  readonly collection: CollectionName;
  readonly #options: CollectionSyncOptions;
  #stored: StoredSync;
  #phase: PassState['phase'] = 'waiting';
  /** When the running or last pass began, epoch milliseconds: what it read is at least as new. */
  #begunAt: number | null = null;
  /** An earlier run began the pass. */
  #isResumed = false;
  /** Identifiers of the pass, as far as this run has seen it. */
  readonly #seen = new Set<string>();
  /** Items without an identifier: of the last whole pass, and of the running one so far. */
  #unreadable = 0;
  #unreadableNow = 0;
  readonly #mostPages: number;
  #failures = 0;
  /** On the monotonic clock: not to be asked again before, after a failure. */
  #retryAt = -Infinity;
  /** On the monotonic clock: when the next pass begins. */
  #passAt = -Infinity;

  constructor(options: CollectionSyncOptions) {
    this.collection = options.collection;
    this.#options = options;
    this.#mostPages = options.mostPages ?? MOST_PAGES;
    const { collection } = options;
    this.#stored = {
      collection,
      pass: 0,
      nextPage: null,
      read: 0,
      completedAt: null,
      pagingRefused: false,
    };
  }

  /** How far the list has been read. */
  get state(): PassState {
    const { read, completedAt, pagingRefused } = this.#stored;
    const unreadable = Math.max(this.#unreadable, this.#unreadableNow);
    return {
      ...{ phase: this.#phase, read, completedAt, pagingRefused },
      ...(unreadable > 0 && { unreadable }),
    };
  }

  /** Whether no page of this list was ever answered, in this run or an earlier one. */
  get isUnread(): boolean {
    const { pass, nextPage, completedAt, pagingRefused } = this.#stored;
    return pass <= 1 && (nextPage ?? 1) === 1 && completedAt === null && !pagingRefused;
  }

  /** Takes over how far an earlier run came. @param begunAt when its unfinished pass began */
  restore(stored: StoredSync, begunAt: number | null): void {
    this.#stored = stored;
    this.#begunAt = begunAt;
    this.#isResumed = stored.nextPage !== null;
    const { nextPage, completedAt, pagingRefused, read } = stored;
    if (nextPage !== null) this.#phase = 'reading';
    else if (completedAt !== null || pagingRefused) this.#phase = 'complete';
    const { clock, restAfter } = this.#options;
    const age = clock.now() - (completedAt ?? -Infinity);
    // A clock that was set back says nothing about the age: the list is read again.
    const rest = age < 0 ? 0 : Math.max(0, restAfter(pagesOf(read)) - age);
    this.#passAt = clock.monotonic() + rest;
  }

  /** This deployment has no such list. */
  turnOff(): void {
    this.#phase = 'off';
  }

  /** When its next page may be asked for, on the monotonic clock; null: never. */
  get dueAt(): number | null {
    if (this.#phase === 'off') return null;
    const at = this.#stored.nextPage === null ? this.#passAt : -Infinity;
    return Math.max(at, this.#retryAt);
  }

  /** Ends the pause after a failure. */
  wake(): void {
    this.#retryAt = -Infinity;
    this.#failures = 0;
  }

  /** Reads the list again as soon as its turn comes; a pass that is under way goes on. */
  request(): void {
    this.#retryAt = -Infinity;
    this.#passAt = -Infinity;
  }

  /** Asks for the next page and keeps it; a failure sets the time of the next attempt. */
  async readPage(options: CallOptions): Promise<void> {
    const { store, service, written, includes, onDevices, onOvertaken } = this.#options;
    const page = this.#begin();
    const watch = written.watch(this.collection);
    try {
      const includesDevices = this.collection === 'vehicles' && includes.known() !== false;
      const wish = { page, includesDevices };
      const told = await listPage(service, this.collection, wish, options);
      if (options.signal?.aborted) return;
      if (told.size > 0 && told.ids.length === 0) throw unreadable(this.collection, page);
      const records = await watch.keepNewer(told.records);
      const step = this.#plan(page, { ...told, records });
      const { changed, gone } = await store.commit(step.changes);
      this.#unreadableNow += told.unreadable;
      this.#take(page, step);
      const overtaken = watch.overtaken(records);
      if (includesDevices && told.records.length > 0) includes.learn(told.devices.size > 0);
      if (told.devices.size > 0) onDevices(told.devices);
      this.#tell([...changed, ...gone].flatMap(({ keys }) => keys));
      onOvertaken(overtaken);
    } catch (caught) {
      if (!options.signal?.aborted) this.#fail(caught);
    } finally {
      watch.end();
    }
  }

  /** The page to ask for: the next of the running pass, or the first of a new one. */
  #begin(): number {
    const { nextPage, pass } = this.#stored;
    if (nextPage !== null) return nextPage;
    this.#seen.clear();
    this.#unreadableNow = 0;
    this.#begunAt = this.#options.clock.now();
    this.#isResumed = false;
    this.#stored = { ...this.#stored, pass: pass + 1, nextPage: 1, read: 0 };
    if (this.#phase !== 'failed' && this.#phase !== 'refused') this.#phase = 'reading';
    this.#options.onState();
    return 1;
  }

  /** What a page means for the pass, as one commit. */
  #plan(page: number, told: ToldPage): Step {
    const { collection } = this;
    const { pass, read, completedAt, pagingRefused } = this.#stored;
    const at = this.#options.clock.now();
    const fresh = new Set(told.ids.filter((id) => !this.#seen.has(id)));
    const isEnd = told.size === 0 || !wireOf(collection).isPaged;
    const isRefused = !isEnd && (fresh.size === 0 || page >= this.#mostPages);
    const isOver = isEnd || isRefused;
    const stored: StoredSync = {
      collection,
      pass,
      nextPage: isOver ? null : page + 1,
      read: read + fresh.size,
      completedAt: isEnd ? Math.min(at, this.#begunAt ?? at) : completedAt,
      pagingRefused: isRefused || (pagingRefused && !isEnd),
    };
    const records = told.records.filter(({ id }) => fresh.has(id));
    const changes: StoreChange[] = [];
    if (records.length > 0) changes.push({ kind: 'told', collection, records, pass, at });
    if (isEnd) changes.push({ kind: 'passEnded', collection, pass, at });
    changes.push({ kind: 'sync', sync: stored });
    if (page === 1) {
      const value = String(this.#begunAt ?? at);
      changes.push({ kind: 'note', name: begunNote(collection), value });
    }
    return { stored, isOver, fresh, changes };
  }

  /** A page is kept: the pass goes on behind it, or rests. */
  #take(page: number, { stored, isOver, fresh }: Step): void {
    this.#failures = 0;
    this.#stored = stored;
    this.#phase = isOver ? 'complete' : 'reading';
    if (isOver) {
      this.#unreadable = this.#unreadableNow;
      const { clock, restAfter } = this.#options;
      const rest = restAfter(page);
      const age = clock.now() - (stored.completedAt ?? clock.now());
      // A pass that a closed app interrupted may tell of days ago: the next one doesn't wait.
      this.#passAt = clock.monotonic() + (this.#isResumed && age > rest ? 0 : rest);
      this.#seen.clear();
    }
    for (const id of isOver ? [] : fresh) this.#seen.add(id);
  }

  #fail(caught: unknown): void {
    const { code, reason } = FleetdeskError.from(caught);
    if (reason === 'feature-absent') {
      this.#phase = 'off';
    } else {
      const growing = Math.min(FIRST_RETRY * 2 ** this.#failures, LAST_RETRY);
      const pause = REFUSALS.has(code) ? REFUSED_RETRY : growing;
      this.#failures += 1;
      this.#retryAt = this.#options.clock.monotonic() + pause;
      this.#phase = code === 'forbidden' ? 'refused' : 'failed';
    }
    this.#options.onState();
  }

  #tell(keys: readonly RecordKey[]): void {
    if (keys.length > 0) this.#options.onRecords(keys);
    this.#options.onState();
  }
}

/** Pages that so many records take, with the empty one that ends them. */
function pagesOf(records: number): number {
  return Math.ceil(records / PAGE_SIZE) + 1;
}

/** A page full of what is no record: the list can't be read, which is not the same as its end. */
function unreadable(collection: CollectionName, page: number): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    reason: 'unexpected-shape',
    message: `Page ${page} of ${collection} holds no record that can be read.`,
  });
}
