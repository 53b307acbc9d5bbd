import type { Files } from '@core/ports/files';
import type { SharedFiles } from '@core/ports/shared-files';
import { MemoryFiles } from './memory-files';

/** A process of a {@link MemoryMachine}. */
export interface MemoryProcess extends SharedFiles {
  /** It ends without a word: nothing that it waits for ever comes, and its lock is free. */
  kill(): void;
}

/** A machine whose processes share files in memory, with a lock that ends with its process. */
export class MemoryMachine {
  readonly files: Pick<Files, 'read' | 'write'>;
  /** What every access to a file waits for. */
  readonly #delay: () => Promise<void>;
  readonly #running = new Set<string>();
  #holder: string | null = null;
  readonly #waiting: { id: string; begin: () => void }[] = [];
  #count = 0;

  constructor(
    files: Pick<Files, 'read' | 'write'> = new MemoryFiles(),
    delay = () => Promise.resolve(),
  ) {
    this.files = files;
    this.#delay = delay;
  }

  start(): MemoryProcess {
    const id = `process-${(this.#count += 1)}`;
    this.#running.add(id);
    const alive = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.#delay();
      if (!this.#running.has(id)) return new Promise(() => undefined);
      return work();
    };
    return {
      ownId: id,
      isShared: true,
      isRunning: (other) => this.#running.has(other),
      read: (name) => alive(() => this.files.read(name)),
      write: (name, text) => alive(() => this.files.write(name, text)),
      alone: async (task) => {
        await new Promise<void>((begin) => {
          this.#waiting.push({ id, begin });
          this.#handOver();
        });
        try {
          return await task();
        } finally {
          this.#release(id);
        }
      },
      kill: () => {
        this.#running.delete(id);
        this.#release(id);
      },
    };
  }

  #release(id: string): void {
    if (this.#holder === id) this.#holder = null;
    this.#handOver();
  }

  #handOver(): void {
    while (this.#holder === null) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (!this.#running.has(next.id)) continue;
      this.#holder = next.id;
      next.begin();
    }
  }
}
