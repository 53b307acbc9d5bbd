import { parentPort } from 'node:worker_threads';
import { carryOut } from './database-calls';
import { closedError, storeError, storeFailure } from './faults';
import { openDatabase } from './open-database';
import { salvage } from './salvage';
import { freeSpareMemory } from './spare-memory';
import { StoreDatabase } from './store-database';
import type { FromStoreWorker, ToStoreWorker } from './worker-messages';

/** A store's database in a thread of its own, so that a large sync never holds up the app. */
const port = parentPort;
if (!port) throw new Error('The store worker runs as a worker thread only.');

let database: StoreDatabase | null = null;

const freeSoon = freeSpareMemory();

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
      database = new StoreDatabase(openDatabase(message.file, message.key), message.file);
      return undefined;
    case 'salvage':
      return salvage(message.file, message.key);
    case 'close':
      database?.close();
      database = null;
      return undefined;
    case 'call':
      if (database === null) throw closedError();
      return carryOut(database, message.method, message.input);
  }
}
