import type { Worker } from 'node:worker_threads';
import { FleetdeskError } from '@contract/errors';
import type { TilePlace } from '@contract/map-sources';
import type { TileArchive, TileArchives } from '@core/ports/tile-archives';
import { tileFault, type TileFaultReason } from './tile-faults';
import type { FromTileWorker, OpenedArchive, TileQuestion, ToTileWorker } from './worker-messages';

interface Waiting {
  resolve(output: unknown): void;
  reject(fault: Error): void;
}

/**
 * Map files, each read by a worker of its own: a drive that does not answer, or broken data, holds
 * up no other file. A worker that is held up in a read ends with that read, however late; until
 * then its file is not opened again, so that attempts do not add up.
 */
export class WorkerArchives implements TileArchives {
  readonly #startWorker: () => Worker;
  /** Threads that were told to end and have not ended yet. */
  readonly #leaving = new Set<{ readonly file: string; readonly ended: Promise<void> }>();

  /** @param startWorker starts `tile-worker` */
  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
  }

  async open(file: string, signal?: AbortSignal): Promise<TileArchive> {
    await this.#afterThoseLeaving(file, signal);
    if (signal?.aborted === true) throw tileFault('map-file-gone', 'No longer wanted.');
    const thread = new TileThread(this.#startWorker());
    const giveUp = (): void => void this.#end(file, thread);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const { archive, description } = (await thread.ask({ kind: 'open', file })) as OpenedArchive;
      return {
        description,
        tile: (place: TilePlace) =>
          thread.ask({ kind: 'tile', archive, place }) as Promise<Uint8Array | null>,
        close: () => this.#end(file, thread, archive),
      };
    } catch (fault) {
      void this.#end(file, thread);
      throw fault;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async #afterThoseLeaving(file: string, signal?: AbortSignal): Promise<void> {
    const before = [...this.#leaving].filter((each) => each.file === file);
    if (before.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        reject(tileFault('map-file-gone', 'The file still does not answer.'));
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      void Promise.all(before.map(({ ended }) => ended)).then(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      });
    });
  }

  #end(file: string, thread: TileThread, archive?: number): Promise<void> {
    const leaving = { file, ended: thread.ended };
    this.#leaving.add(leaving);
    void thread.ended.then(() => this.#leaving.delete(leaving));
    return thread.end(archive);
  }
}

/** The caller's end of a tile worker. */
class TileThread {
  /** Resolves once the thread is gone. */
  readonly ended: Promise<void>;
  #hasEnded = false;
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
      this.#refuse('map-damaged', fault instanceof Error ? fault.message : String(fault));
    });
    this.ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#refuse('map-damaged', 'The tile worker has ended.');
        resolve();
      });
    });
  }

  ask(question: TileQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) {
        reject(tileFault('map-file-gone', 'The tile worker has ended.'));
        return;
      }
      this.#asked += 1;
      const message: ToTileWorker = { ...question, id: this.#asked };
      this.#waiting.set(message.id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  /** Closes its file and ends the thread; at once where something is still being read. Never rejects. */
  async end(archive?: number): Promise<void> {
    if (archive !== undefined && this.#waiting.size === 0) {
      const closed = this.ask({ kind: 'close', archive });
      this.#hasEnded = true;
      await closed.catch(() => undefined);
    }
    this.#refuse('map-file-gone', 'The file is closed.');
    void this.#worker.terminate();
  }

  #refuse(reason: TileFaultReason, message: string): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(tileFault(reason, message));
    this.#waiting.clear();
  }
}
