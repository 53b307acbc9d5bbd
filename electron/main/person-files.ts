import { constants, open, writeFile } from 'node:fs/promises';
import { FleetdeskError } from '@contract/errors';

/** A connection or profile file is a page of text; anything larger is another file. */
const largestFile = 256 * 1024;

/**
 * A named pipe is opened at once, though nobody is at its other end: else that waits, for ever
 * maybe. Windows has no such flag, and takes 0 for it.
 */
const NO_WAIT = constants.O_NONBLOCK;
const toRead = constants.O_RDONLY | NO_WAIT;
const toWrite = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_WAIT;

/**
 * Reads a file that a person named. @throws FleetdeskError `file-unreadable`, with `too-large`
 * beyond 256 kB
 */
export async function readPersonFile(path: string): Promise<string> {
  const content = await read(path).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (content !== null) return content.toString('utf8');
  const message = `The file is larger than ${largestFile} bytes.`;
  throw new FleetdeskError({ code: 'file-unreadable', reason: 'too-large', message });
}

/** Writes a file where a person said. @throws FleetdeskError `file-unreadable` */
export async function writePersonFile(path: string, text: string | Uint8Array): Promise<void> {
  await writeFile(path, text, { encoding: 'utf8', flag: toWrite }).catch((cause: unknown) => {
    throw unreadable(cause);
  });
}

/** Puts the file's name into the technical words of what goes wrong with it. */
export async function namingFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    if (!(caught instanceof FleetdeskError)) throw caught;
    const { error } = caught;
    const message = `${name}: ${error.message}`;
    throw new FleetdeskError({ ...error, message }, { cause: caught });
  }
}

/** The content, or null where there is more than Fleetdesk reads. */
async function read(path: string): Promise<Buffer | null> {
  const file = await open(path, toRead);
  try {
    // Pipes and devices have no size and may have no end.
    if (!(await file.stat()).isFile()) throw new Error('It is not a file.');
    // One byte more than allowed, since a file can grow between a look at its size and the reading.
    const buffer = Buffer.alloc(largestFile + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
    }
    return null;
  } finally {
    await file.close();
  }
}

function unreadable(cause: unknown): FleetdeskError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new FleetdeskError({ code: 'file-unreadable', message }, { cause });
}
