import type { CollectionName } from '@contract/collections';
import type { Bindable, Connection } from './connection';
import { digestOf, signedPage, signedTables, type SignedTable } from './digests';
import { setAside } from './damaged-rows';

/** A kept day is large: so many are read at once. */
const DAYS = 5;

/**
 * Goes through the rows of the store, some at a time, and takes those out of use that are not what
 * was written. Fixes, kept days and stays in zones, of which there may be millions, are checked as they
 * are read, as is what was learned of devices, which each start reads: they are gone through only
 * where one of them was found damaged.
 */
export class RowCheck {
  readonly #connection: Connection;
  readonly #left: SignedTable[] = signedTables.filter(
    (table) => !['fixes', 'kept_days', 'zone_visits', 'learned_devices'].includes(table),
  );
  /** The name of the row that was checked last in the first of the tables left. */
  #after: readonly Bindable[] | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Checks the next rows. @param at epoch milliseconds, noted of what is found
   * @returns whether all was gone through, whether something was found, and the collections of
   * which records were
   */
  next(
    rows: number,
    at: number,
  ): { isOver: boolean; found: boolean; collections: Set<CollectionName> } {
    this.#addSuspects();
    const collections = new Set<CollectionName>();
    let found = false;
    for (let left = rows; left > 0;) {
      const [table] = this.#left;
      if (table === undefined) break;
      const limit = table === 'kept_days' ? Math.min(left, DAYS) : left;
      const page = signedPage(this.#connection, table, this.#after, limit);
      const damaged = page.filter(
        ({ row }) => row['digest'] !== digestOf(this.#connection, table, row),
      );
      if (damaged.length > 0) {
        found = true;
        const told = setAside(this.#connection, table, damaged, at);
        for (const collection of told) collections.add(collection);
      }
      left -= Math.max(page.length, 1);
      this.#after = page.at(-1)?.name ?? null;
      if (page.length < limit) this.#goOn();
    }
    return { isOver: this.#left.length === 0, found, collections };
  }

  #goOn(): void {
    this.#left.shift();
    this.#after = null;
  }

  /** Tables of which a damaged row was read: from their beginning, where they are under way. */
  #addSuspects(): void {
    for (const table of signedTables) {
      if (!this.#connection.suspects.delete(table)) continue;
      const isUnderWay = this.#left[0] === table && this.#after !== null;
      if (!this.#left.includes(table) || isUnderWay) this.#left.push(table);
    }
  }
}
