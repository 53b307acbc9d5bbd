import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What V8 made of main's code when the app was built, so that a start need not compile it again. It
 * is a part of the build, as the code is: nothing of it is written by an app that runs.
 */
export interface CompiledCode {
  /** What was made of this very file; undefined where there is nothing of this build. */
  of(name: string, code: Uint8Array): Buffer | undefined;
}

/** The file beside the code. */
export const COMPILED_FILE = 'compiled.bin';

/** Where the data of a file are among all data, and the sum of both. */
interface Entry {
  readonly at: number;
  readonly length: number;
  readonly sum: string;
}

interface Head {
  /** What may read it. */
  readonly engine: string;
  readonly files: Readonly<Record<string, Entry>>;
}

/** V8 reads data from such places without copying them. */
const ALIGNED = 8;
const LENGTH_BYTES = 4;

const { versions, arch, platform } = process;

/** V8 refuses what another V8 made; this tells before any of it is read. */
const engine = [versions.v8, versions['electron'] ?? versions.node, platform, arch].join(' ');

/** Reads what was compiled for a folder of code; null where there is nothing for this Electron. */
export function readCompiled(folder: string): CompiledCode | null {
  let all: Buffer;
  let head: Head;
  try {
    all = readFileSync(path.join(folder, COMPILED_FILE));
    const length = all.readUInt32LE(0);
    head = JSON.parse(all.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)) as Head;
    if (head.engine !== engine) return null;
  } catch {
    return null;
  }
  return {
    of: (name, code) => {
      const entry = Object.hasOwn(head.files, name) ? head.files[name] : undefined;
      if (entry === undefined) return undefined;
      const data = all.subarray(entry.at, entry.at + entry.length);
      // V8 itself compares the length of the code, and nothing of the data.
      return sumOf(code, data) === entry.sum ? data : undefined;
    },
  };
}

/** The content of such a file. @param files the code of each, and what V8 made of it */
export function packCompiled(
  files: readonly { name: string; code: Uint8Array; data: Uint8Array }[],
): Buffer {
  const entries = (start: number): Record<string, Entry> => {
    let at = start;
    return Object.fromEntries(
      files.map(({ name, code, data }) => {
        const entry = { at, length: data.byteLength, sum: sumOf(code, data) };
        at += aligned(data.byteLength);
        return [name, entry];
      }),
    );
  };
  const headOf = (start: number): Buffer =>
    Buffer.from(JSON.stringify({ engine, files: entries(start) } satisfies Head));
  // The places are written with as many digits as they may take, and some room.
  const start = aligned(LENGTH_BYTES + headOf(2 ** 31).byteLength + ALIGNED);
  const head = headOf(start);
  const content = Buffer.alloc(
    files.reduce((sum, { data }) => sum + aligned(data.byteLength), start),
  );
  content.writeUInt32LE(head.byteLength, 0);
  head.copy(content, LENGTH_BYTES);
  for (const [index, { at }] of Object.values(entries(start)).entries()) {
    content.set(files[index]?.data ?? [], at);
  }
  return content;
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

function sumOf(code: Uint8Array, data: Uint8Array): string {
  return createHash('sha256').update(code).update(data).digest('base64');
}
