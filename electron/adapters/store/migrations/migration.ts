import type { Connection } from '../connection';

/** One step from a version of the store's file to the next; it runs in a transaction of its own. */
export interface Migration {
  /** The file's version after it; steps count by one. */
  readonly version: number;
  readonly name: string;
  up(connection: Connection): void;
}
