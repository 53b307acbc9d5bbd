import { parentPort } from 'node:worker_threads';
import { freeSpareMemory } from '../spare-memory';
import type { Connection } from './connection';
import { carryOut } from './database-calls';
import { closedError, storeError, storeFailure } from './faults';
import { openDatabase } from './open-database';
import { salvage } from './salvage';
import { StoreDatabase } from './store-database';
import type { FromStoreWorker, ToStoreWorker } from './worker-messages';

/** A store's database in a thread of its own, so that a large sync never holds up the app. */
const port = parentPort;
if (!port) throw new Error('The store worker runs as a worker thread only.');

let database: StoreDatabase | null = null;

let connection: Connection | null = null;
const freeSoon = freeSpareMemory(() => connection?.forgetPages());

port.on('message', (message: ToStoreWorker) => {
  port.postMessage(answer(message));
  freeSoon();
});

function answer(message: ToStoreWorker): FromStoreWorker {
  const { id } = message;
  try {
    return { id, kind: 'done', output: answerTo(message) };
  } catch (fault) {
    if (message.kind === 'call') return { id, kind: 'failed', error: storeError(fault).error };
    const { kind, message: words } = storeFailure(fault);
    return { id, kind: 'notOpened', failure: { kind, message: words } };
  }
}

function answerTo(message: ToStoreWorker): unknown {
  switch (message.kind) {
    case 'open':
      connection = openDatabase(message.file, message.key);
      database = new StoreDatabase(connection, message.file);
      return undefined;
    case 'salvage':
      return salvage(message.file, message.key);
    case 'close':
      database?.close();
      database = null;
      connection = null;
      return undefined;
    case 'call':
      if (database === null) throw closedError();
      return carryOut(database, message.method, message.input);
  }
}
