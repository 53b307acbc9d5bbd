import { parentPort } from 'node:worker_threads';
import { freeSpareMemory } from '../spare-memory';
import { inlineGround } from './inline-ground';
import type { FromGroundWorker, GroundCall, ToGroundWorker } from './worker-messages';

/** Keeps and looks up the names of map pieces in a thread of its own: tiles take long to decode. */
const port = parentPort;
if (!port) throw new Error('The worker for names runs as a worker thread only.');

const ground = inlineGround();
const freeSoon = freeSpareMemory();

port.on('message', ({ id, call }: ToGroundWorker) => {
  void answer(call).then(
    (output) => {
      send({ id, output });
    },
    (fault: unknown) => {
      send({ id, fault: fault instanceof Error ? fault.message : String(fault) });
    },
  );
  freeSoon();
});

function send(message: FromGroundWorker): void {
  port?.postMessage(message);
}

async function answer(call: GroundCall): Promise<unknown> {
  switch (call.kind) {
    case 'hold':
      return ground.hold(call.key, call.piece);
    case 'drop':
      ground.drop(call.keys);
      return null;
    case 'locate':
      return ground.locate(call.questions, call.language);
  }
}
