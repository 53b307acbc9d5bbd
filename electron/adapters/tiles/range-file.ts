import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { RangeResponse, Source } from 'pmtiles';
import { tileFault } from './tile-faults';

/** No part that is asked for at once is larger; a directory of a planet has some 200 kB. */
const largestPart = 4 * 1024 * 1024;

/** A named pipe is opened at once and not waited for. Windows has no such flag. */
const toRead = constants.O_RDONLY | constants.O_NONBLOCK;

/** A file that is read in parts. It stays open, so that a file renamed away is still read. */
export class RangeFile implements Source {
  readonly #file: FileHandle;
  readonly #path: string;
  /** Bytes, as it was opened. */
  readonly size: number;

  private constructor(file: FileHandle, path: string, size: number) {
    this.#file = file;
    this.#path = path;
    this.size = size;
  }

  /** @throws an error of the system; FleetdeskError `map-unknown-file` where it is no file */
  static async open(path: string): Promise<RangeFile> {
    const file = await open(path, toRead);
    const found = await file.stat().catch(() => null);
    if (found?.isFile()) return new RangeFile(file, path, found.size);
    await file.close();
    throw tileFault('map-unknown-file', 'It is not a file.');
  }

  getKey(): string {
    return this.#path;
  }

  /**
   * A part of the file. The first one may end early, since a small file is smaller than what is asked
   * for at its beginning. @throws FleetdeskError `map-cut-off` where the file ends before the part
   */
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    if (!Number.isSafeInteger(offset) || offset < 0 || length > largestPart) {
      throw tileFault('map-damaged', `A part of ${length} bytes at ${offset}.`);
    }
    const part = new Uint8Array(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#file.read(part, read, length - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    if (read < length && offset > 0) {
      const message = `The file ends at ${offset + read}, before ${offset + length}.`;
      throw tileFault('map-cut-off', message);
    }
    return { data: part.buffer.slice(0, read) };
  }

  async close(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }
}
