import { parentPort } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import type { TileArchive } from '@core/ports/tile-archives';
import { inlineArchives } from './open-archive';
import { tileFault } from './tile-faults';
import type { FromTileWorker, TileQuestion, ToTileWorker } from './worker-messages';

/** Reads and unpacks map files in a thread of their own, so that a slow drive never holds up main. */
const port = parentPort;
if (!port) throw new Error('The tile worker runs as a worker thread only.');

const archives = new Map<number, TileArchive>();
let opened = 0;

port.on('message', (question: ToTileWorker) => {
  void answer(question).then(
    (output) => {
      send({ id: question.id, ok: true, output });
    },
    (fault: unknown) => {
      send({ id: question.id, ok: false, error: FleetdeskError.from(fault) });
    },
  );
});

function send(message: FromTileWorker): void {
  port?.postMessage(message);
}

async function answer(question: TileQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'open': {
      const archive = await inlineArchives.open(question.file);
      opened += 1;
      archives.set(opened, archive);
      return { archive: opened, description: archive.description };
    }
    case 'tile': {
      const archive = archives.get(question.archive);
      if (!archive) throw tileFault('map-file-gone', 'The file is closed.');
      return archive.tile(question.place);
    }
    case 'close': {
      const archive = archives.get(question.archive);
      archives.delete(question.archive);
      await archive?.close();
      return undefined;
    }
  }
}
