import type { Store } from '@core/ports/store';
import { CalledStore } from './called-store';
import { carryOut, type CallInput, type CallOutput, type DatabaseCall } from './database-calls';
import { closedError, storeError } from './faults';
import { openDatabase, type OpenOptions } from './open-database';
import { StoreDatabase } from './store-database';

/**
 * A store whose work is done in this very thread, with the same database code as in the app, where
 * it runs in a worker. `file: null` keeps it in memory. @throws StoreFailure
 */
export function openInlineStore(
  file: string | null,
  key: string,
  options: OpenOptions = {},
): Promise<Store> {
  return Promise.resolve().then(
    () => new InlineStore(new StoreDatabase(openDatabase(file, key, options), file)),
  );
}

class InlineStore extends CalledStore {
  #database: StoreDatabase | null;

  constructor(database: StoreDatabase) {
    super();
    this.#database = database;
  }

  protected call<M extends DatabaseCall>(
    method: M,
    ...input: CallInput<M>
  ): Promise<CallOutput<M>> {
    return Promise.resolve().then(() => {
      if (this.#database === null) throw closedError();
      try {
        return carryOut(this.#database, method, input);
      } catch (fault) {
        throw storeError(fault);
      }
    });
  }

  close(): Promise<void> {
    return Promise.resolve().then(() => {
      const database = this.#database;
      this.#database = null;
      database?.close();
    });
  }
}
