import type { AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import { isLocalKey, type RecordKey } from '@contract/records';
import type { Committed } from '@core/ports/store';
import type { Connection } from './connection';

/** What a running commit gathers; nothing of it counts before the transaction holds. */
export class Commit {
  readonly connection: Connection;
  /** The store's revision once it holds. */
  readonly revision: number;
  readonly #gone = new Map<CollectionName, Set<RecordKey>>();
  readonly #changed = new Map<CollectionName, Set<RecordKey>>();
  readonly #touched = new Map<CollectionName, Set<number>>();
  readonly #seqs: Record<string, number> = {};
  /** It wrote associations of which the service says what they are: a driver, say. */
  tellsNatures = false;

  constructor(connection: Connection, revision: number) {
    this.connection = connection;
    this.revision = revision;
    connection.run(`UPDATE meta SET value = ? WHERE name = 'revision'`, revision);
  }

  /** A record looks different now. */
  noteChanged(collection: CollectionName, key: RecordKey): void {
    add(this.#changed, collection, key);
  }

  /** The service no longer has a record. */
  noteGone(collection: CollectionName, key: RecordKey): void {
    add(this.#gone, collection, key);
  }

  /** A row was written, in a way that a list can show. */
  touch(collection: CollectionName, id: number): void {
    add(this.#touched, collection, id);
  }

  /** An association was written or removed: lists show it of both its records. */
  touchAssociated(
    side: AssociationSide,
    vehicleKey: RecordKey,
    otherKeys: readonly RecordKey[],
  ): void {
    const touch = (collection: CollectionName, keys: readonly RecordKey[]): void => {
      const ids = this.connection.all(
        `SELECT id FROM records WHERE collection = ? AND key IN (SELECT value FROM json_each(?))`,
        ...[collection, JSON.stringify(keys)],
      );
      for (const row of ids) this.touch(collection, Number(row['id']));
    };
    touch('vehicles', [vehicleKey]);
    touch(side, otherKeys);
  }

  noteSeq(entryId: string, seq: number): void {
    this.#seqs[entryId] = seq;
  }

  /** What a key is called now. */
  currentKey(key: RecordKey): RecordKey {
    return currentKey(this.connection, key);
  }

  /** Rows that were written, by collection. */
  get touched(): ReadonlyMap<CollectionName, ReadonlySet<number>> {
    return this.#touched;
  }

  answer(): Committed {
    return {
      revision: this.revision,
      gone: lists(this.#gone),
      changed: lists(this.#changed),
      seqs: this.#seqs,
    };
  }
}

/** What a local key is called now; the key itself where it has no other name. */
export function currentKey(connection: Connection, key: RecordKey): RecordKey {
  if (!isLocalKey(key)) return key;
  return connection.texts('SELECT CAST(new AS BLOB) FROM aliases WHERE old = ?', key)[0] ?? key;
}

function add<T>(sets: Map<CollectionName, Set<T>>, collection: CollectionName, value: T): void {
  const set = sets.get(collection);
  if (set === undefined) sets.set(collection, new Set([value]));
  else set.add(value);
}

function lists(
  sets: ReadonlyMap<CollectionName, ReadonlySet<RecordKey>>,
): { collection: CollectionName; keys: RecordKey[] }[] {
  return [...sets].map(([collection, keys]) => ({ collection, keys: [...keys] }));
}
