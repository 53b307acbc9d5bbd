import type { CollectionName } from '@contract/collections';

/** Rows that were not what was written, set aside with a copy kept, and not seen by a person yet. */
export interface StoreDamage {
  readonly rows: number;
  /** How many of them are entries: they wait for a person's decision. */
  readonly entries: number;
  /** How many hold saved views or names given here, which no list brings back; left out for none. */
  readonly made?: number;
  /** When the last one was found, epoch milliseconds. */
  readonly at: number;
}

/** How far the check of the rows has come. */
export interface StoreCheck {
  /** All that there is to check has been. */
  readonly isOver: boolean;
  /** Collections of which records were set aside just now: they have to be read again. */
  readonly collections: readonly CollectionName[];
}
