import { parentPort } from 'node:worker_threads';
import { freeSpareMemory } from '../spare-memory';
import { carryOut } from './database-calls';
import { closedError, storeError, storeFailure } from './faults';
import { beginDatabase, type Unchecked } from './open-database';
import { salvage } from './salvage';
import { StoreDatabase } from './store-database';
import type { FromStoreWorker, ToStoreWorker } from './worker-messages';

/** A store's database in a thread of its own, so that a large sync never holds up the app. */
const port = parentPort;
if (!port) throw new Error('The store worker runs as a worker thread only.');

interface Opened extends Unchecked {
  readonly file: string | null;
}

let opened: Opened | null = null;
let database: StoreDatabase | null = null;

const freeSoon = freeSpareMemory(() => opened?.connection.forgetPages());

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
      opened = { file: message.file, ...beginDatabase(message.file, message.key) };
      // What an earlier version wrote can't be read as it is.
      database = opened.isCurrent ? asFarAsReadable(opened) : null;
      return undefined;
    case 'finish':
      return finish();
    case 'salvage':
      return salvage(message.file, message.key);
    case 'close':
      // One that was not finished may hold the file without a database on it.
      if (database === null) opened?.connection.close();
      else database.close();
      database = null;
      opened = null;
      return undefined;
    case 'call':
      if (database === null) throw closedError();
      return carryOut(database, message.method, message.input);
  }
}

/** Answers whether something had to be made again: what was read before may not be all there is. */
function finish(): boolean {
  if (opened === null) throw closedError();
  database = null;
  const wasMended = opened.finish();
  database = new StoreDatabase(opened.connection, opened.file);
  return wasMended;
}

function asFarAsReadable({ connection, file }: Opened): StoreDatabase | null {
  try {
    return new StoreDatabase(connection, file);
  } catch {
    // The check tells what is wrong with it.
    return null;
  }
}
