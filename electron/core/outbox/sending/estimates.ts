import type { CollectionName } from '@contract/collections';
import type { HoldUp } from '@contract/outbox';
import type { Clock } from '../../ports/clock';
import type { StoredEntry } from '../../ports/store';
import type { Profile } from '../../service/profile';
import { takesOneACall, wireOf } from '../../service/resources';
import type { EntryBook } from '../entries/entry-book';
import type { Waits } from './waits';

/** Whether anything can be sent, and if not why. */
export type LinkState = 'online' | 'offline' | 'workOffline' | 'signedOut';

/** Why an entry is not sent yet; null where it needs nothing but its turn to be told otherwise. */
export function holdUpOf(
  entry: StoredEntry,
  terms: { book: EntryBook; waits: Waits; link: LinkState; isPaused: boolean },
): HoldUp | null {
  const { book, waits, link, isPaused } = terms;
  if (entry.state === 'held') return { kind: 'undo', until: waits.until(entry) };
  if (entry.state !== 'waiting' && entry.state !== 'unsure') return null;
  const blocker = book.blockerOf(entry);
  if (blocker !== undefined) return { kind: 'after', entryId: blocker.id };
  if (link !== 'online') return { kind: link };
  if (isPaused) return { kind: 'paused' };
  if (!waits.isOver(entry)) return { kind: 'retry', at: waits.until(entry) };
  return { kind: 'queue' };
}

/** Requests that the entries which can go will take, at this chunk size. */
export function requestsFor(entries: readonly StoredEntry[], profile: Profile): number {
  const chunk = 1 / profile.limits.chunkSize;
  return Math.ceil(entries.reduce((sum, entry) => sum + requestsOf(entry, chunk), 0));
}

function requestsOf({ kind, state, subject }: StoredEntry, chunk: number): number {
  const look = state === 'unsure' ? 1 : 0;
  const call = requestsOfCall(subject.collection, 'create', chunk);
  switch (kind) {
    case 'create':
      return look + call;
    case 'update':
      return 2;
    case 'delete':
      return requestsOfDelete(subject.collection, chunk);
    case 'associate':
    case 'dissociate':
      return look + chunk;
    case 'activate':
    case 'deactivate':
    case 'makeMain':
      return look + 1;
  }
}

/** What one record of a create or delete costs, where many travel in one call. */
function requestsOfCall(
  collection: CollectionName,
  kind: 'create' | 'delete',
  chunk: number,
): number {
  return takesOneACall(wireOf(collection), kind) ? 1 : chunk;
}

function requestsOfDelete(collection: CollectionName, chunk: number): number {
  return wireOf(collection).readsBeforeDelete + requestsOfCall(collection, 'delete', chunk);
}

/** Requests that this number of deletes of a collection takes, rounded up. */
export function requestsForDeletes(
  collection: CollectionName,
  count: number,
  profile: Profile,
): number {
  return Math.ceil(count * requestsOfDelete(collection, 1 / profile.limits.chunkSize));
}

/** Requests that count for the pace, and how old they may be, milliseconds. */
const LATELY = 120_000;
const ENOUGH = 5;

/** How fast the outbox goes, by what it sent lately. */
export class Pace {
  readonly #clock: Clock;
  readonly #perMinute: () => number;
  #sent: number[] = [];

  /** @param options `perMinute`: requests a minute that may be made at most */
  constructor(options: { clock: Clock; perMinute: () => number }) {
    this.#clock = options.clock;
    this.#perMinute = options.perMinute;
  }

  /** A request was made. */
  note(): void {
    const now = this.#clock.monotonic();
    this.#sent = [...this.#sent.filter((at) => now - at < LATELY), now].slice(-100);
  }

  /** Seconds that some requests take at this pace, or at the budget's where none is known yet. */
  secondsFor(requests: number): number {
    const now = this.#clock.monotonic();
    const lately = this.#sent.filter((at) => now - at < LATELY);
    const [first = now] = lately;
    const last = lately.at(-1) ?? now;
    const shortest = 60 / this.#perMinute();
    const measured = lately.length < ENOUGH ? 0 : (last - first) / 1000 / (lately.length - 1);
    return Math.ceil(requests * Math.max(shortest, measured));
  }
}
