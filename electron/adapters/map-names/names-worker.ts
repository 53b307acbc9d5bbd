import { parentPort, workerData } from 'node:worker_threads';
import { inlineArchives } from '../tiles/open-archive';
import { NameIndex } from './name-index';
import type { FromNamesWorker, NamesWorkerData, ToNamesWorker } from './worker-messages';

/** Reads and finds the names of one map file in a thread of its own. */
const port = parentPort;
if (!port) throw new Error('The worker for the names of a map runs as a worker thread only.');

/** Half of a processor: the map is drawn meanwhile. */
const effort = 0.5;

const index = new NameIndex({
  ...(workerData as NamesWorkerData),
  ...{ archives: inlineArchives, effort },
  onProgress: (progress) => {
    send({ kind: 'progress', progress });
  },
});

port.on('message', (message: ToNamesWorker) => {
  switch (message.kind) {
    case 'find': {
      const { id, query, limit } = message;
      index.find(query, limit).then(
        (names) => {
          send({ kind: 'found', id, names });
        },
        (fault: unknown) => {
          send({
            kind: 'failed',
            id,
            fault: fault instanceof Error ? fault.message : String(fault),
          });
        },
      );
      return;
    }
    case 'read':
      index.read(message.around);
      return;
    case 'close':
      void index.close().finally(() => {
        send({ kind: 'closed' });
      });
  }
});

function send(message: FromNamesWorker): void {
  port?.postMessage(message);
}
