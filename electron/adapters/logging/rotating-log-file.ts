import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import type { LogStop } from '@contract/journal';
import type { LogFile, LogPart } from '@core/ports/log-file';

const NAME = 'fleetdesk.log';
/** Nobody but the person who runs the app reads its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Megabytes of one file, and how many older ones are kept: 10 MB in total. */
const MEGABYTES = 2;
const OLDER = 4;

/** Sizes, for tests. */
export interface LogSizes {
  /** As `rotating-file-stream` writes it: `2M`. */
  size: string;
  older: number;
}

/** A log in a folder of its own. It never throws: a log that fails must not stop what it tells of. */
export class RotatingLogFile implements LogFile {
  readonly #folder: string;
  readonly #sizes: LogSizes;
  #stream: RotatingFileStream | null = null;
  #onStop: (why: LogStop) => void = () => undefined;
  #isClosed = false;
  /** What is said while the files are being deleted. */
  #held: string[] | null = null;

  constructor(folder: string, sizes: LogSizes = { size: `${MEGABYTES}M`, older: OLDER }) {
    this.#folder = folder;
    this.#sizes = sizes;
  }

  onStop(listener: (why: LogStop) => void): void {
    this.#onStop = listener;
  }

  write(text: string): void {
    if (this.#isClosed) return;
    if (this.#held !== null) {
      this.#held.push(text);
      return;
    }
    if (this.#stream === null) {
      const why = this.#open();
      if (why !== null) {
        this.#onStop(why);
        return;
      }
    }
    this.#stream?.write(text);
  }

  async reopen(): Promise<LogStop | null> {
    if (this.#stream !== null) return null;
    const why = this.#open();
    if (why !== null) return why;
    // A full disk shows only when something is written.
    return new Promise((resolve) => {
      const stream = this.#stream;
      stream?.once('error', (fault) => {
        resolve(stopOf(fault));
      });
      stream?.write('\n', () => {
        resolve(this.#stream === null ? 'other' : null);
      });
    });
  }

  async read(most: number): Promise<LogPart[]> {
    const names = await this.#names();
    const parts = await Promise.all(names.map((name) => this.#readPart(name, most)));
    return parts.filter((part) => part !== null);
  }

  async clear(): Promise<void> {
    if (this.#isClosed || this.#held !== null) return;
    const held: string[] = [];
    this.#held = held;
    try {
      await this.#end();
      for (const name of await this.#names()) await rm(join(this.#folder, name), { force: true });
    } finally {
      this.#held = null;
      if (held.length > 0) this.write(held.join(''));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  /** Our files, the newest first. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    return names.filter((name) => name.startsWith(NAME)).sort();
  }

  /** Waits for what is being written. */
  #end(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    if (stream === null) return Promise.resolve();
    return new Promise((resolve) => {
      stream.once('error', () => {
        resolve();
      });
      stream.end(() => {
        resolve();
      });
    });
  }

  async #readPart(name: string, most: number): Promise<LogPart | null> {
    const path = join(this.#folder, name);
    try {
      const { size } = await stat(path);
      const file = await open(path, 'r');
      try {
        const length = Math.min(size, most);
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(length),
          0,
          length,
          size - length,
        );
        return { name, bytes: size, text: buffer.toString('utf8', 0, bytesRead) };
      } finally {
        await file.close();
      }
    } catch {
      // It was rotated away meanwhile, or can't be read: the others tell enough.
      return null;
    }
  }

  /** Opens the file at once, so that what prevents it is known before anything is written. */
  #open(): LogStop | null {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: FOLDER_MODE });
      const path = join(this.#folder, NAME);
      closeSync(openSync(path, 'a', FILE_MODE));
      if (!statSync(path).isFile()) return 'other';
    } catch (fault) {
      return stopOf(fault);
    }
    const stream = createStream(NAME, {
      path: this.#folder,
      size: this.#sizes.size,
      rotate: this.#sizes.older,
      mode: FILE_MODE,
    });
    this.#stream = stream;
    const stop = (fault: unknown): void => {
      if (this.#stream !== stream) return;
      this.#stream = null;
      this.#onStop(stopOf(fault));
    };
    stream.on('error', stop);
    // A file that can't be rotated would grow without end.
    stream.on('warning', (fault: unknown) => {
      stop(fault);
      stream.destroy();
    });
    return null;
  }
}

function stopOf(fault: unknown): LogStop {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'read-only';
  return 'other';
}
