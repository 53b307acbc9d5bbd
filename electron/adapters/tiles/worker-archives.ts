import type { Worker } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import type { TilePlace } from '@contract/map-sources';
import type { TileArchive, TileArchives } from '@core/ports/tile-archives';
import { tileFault } from './tile-faults';
import type { FromTileWorker, OpenedArchive, TileQuestion, ToTileWorker } from './worker-messages';

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/**
 * Map files that a worker reads. It starts with the first file. Should it end, which broken data may
 * bring about, the files that it had open are gone, and the next one to be opened starts another.
 */
export class WorkerArchives implements TileArchives {
  readonly #startWorker: () => Worker;
  #thread: TileThread | null = null;

  /** @param startWorker starts `tile-worker` */
  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
  }

  async open(file: string): Promise<TileArchive> {
    if (this.#thread === null || this.#thread.hasEnded) {
      this.#thread = new TileThread(this.#startWorker());
    }
    const thread = this.#thread;
    const { archive, description } = (await thread.ask({ kind: 'open', file })) as OpenedArchive;
    return {
      description,
      tile: (place: TilePlace) =>
        thread.ask({ kind: 'tile', archive, place }) as Promise<Uint8Array | null>,
      close: async () => {
        await thread.ask({ kind: 'close', archive }).catch(() => undefined);
      },
    };
  }
}

/** The caller's end of a tile worker. */
class TileThread {
  hasEnded = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    // An idle worker does not keep the app from ending.
    worker.unref();
    worker.on('message', (answer: FromTileWorker) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.output);
      else waiting?.reject(new FleetdeskError(answer.error));
    });
    worker.on('error', (fault) => {
      this.#end(fault instanceof Error ? fault.message : String(fault));
    });
    worker.on('exit', () => {
      this.#end('The tile worker has ended.');
    });
  }

  ask(question: TileQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) {
        reject(tileFault('map-file-gone', 'The tile worker has ended.'));
        return;
      }
      this.#asked += 1;
      const message: ToTileWorker = { ...question, id: this.#asked };
      this.#waiting.set(message.id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  #end(message: string): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(tileFault('map-damaged', message));
    this.#waiting.clear();
  }
}
