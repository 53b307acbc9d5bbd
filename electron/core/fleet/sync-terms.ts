import type { CollectionName } from '@contract/collections';
import type { CallOptions } from '../service/service';
import type { CollectionSync } from './collection-sync';

const MINUTE = 60_000;

interface Terms {
  readonly weight: number;
  /** Which collections come before it. */
  readonly start: number;
  /** Milliseconds from one pass to the next. */
  readonly every: number;
  /** Part of the background lane that the passes may take. */
  readonly share: number;
}

/** What a service profile describes. */
const others: Terms = { weight: 1, start: 1, every: 60 * MINUTE, share: 1 / 24 };

/** How the collections share the background lane, and how often each is read again. */
const terms: Readonly<Partial<Record<CollectionName, Terms>>> = {
  // The first pages of the fleet come before all else; from then on every second page is one.
  vehicles: { weight: 4, start: 0, every: 15 * MINUTE, share: 1 / 4 },
  users: { weight: 2, start: 1, every: 60 * MINUTE, share: 1 / 12 },
  devices: { weight: 2, start: 1, every: 60 * MINUTE, share: 1 / 12 },
  chips: { weight: 1, start: 1, every: 120 * MINUTE, share: 1 / 24 },
  roles: { weight: 1, start: 1, every: 360 * MINUTE, share: 1 / 48 },
  enterprises: { weight: 1, start: 1, every: 360 * MINUTE, share: 1 / 48 },
};

/** Requests a minute that the background lane is sure of (behaviour, "Request budget"). */
export function backgroundRate(perMinute: number): number {
  return Math.max(1, Math.floor((6 * perMinute) / 48));
}

/**
 * Milliseconds between two lists of associations that nobody waits for. The lane gives out the
 * slots it is sure of at once; taken at once they would free at once as well, minute after minute,
 * and a click in between would wait longer for the next one.
 */
export function listSpacing(perMinute: number): number {
  return MINUTE / backgroundRate(perMinute);
}

function termsOf(collection: CollectionName): Terms {
  return terms[collection] ?? others;
}

/** A collection's place in the round of lists. */
export function turnOf(collection: CollectionName): { weight: number; start: number } {
  const { weight, start } = termsOf(collection);
  return { weight, start };
}

/**
 * Milliseconds from the end of a pass of so many pages to the next one. Reading the lists of a
 * large fleet over and over leaves at least half of the background lane to everything else.
 */
export function restAfter(collection: CollectionName, pages: number, perMinute: number): number {
  const { every, share } = termsOf(collection);
  return Math.max(every, (pages * MINUTE) / (backgroundRate(perMinute) * share));
}

/** Somebody waits in front of an empty map for the very first page. */
export function laneOf(sync: CollectionSync): CallOptions['lane'] {
  return sync.collection === 'vehicles' && sync.isUnread ? 'interactive' : 'background';
}
