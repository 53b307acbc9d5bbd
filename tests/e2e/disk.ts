import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files below a folder that hold one of these texts, as `file: text`. The app may write meanwhile:
 * where a file got another name between being listed and being read, all are looked at again.
 */
export async function findOnDisk(folder: string, texts: readonly string[]): Promise<string[]> {
  const search = searchFor(texts);
  const found = new Set<string>();
  for (let isWhole = false; !isWhole;) {
    isWhole = true;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const content = await readIfThere(file);
      isWhole &&= content !== null;
      for (const text of content === null ? [] : search(content)) found.add(`${file}: ${text}`);
    }
  }
  return [...found];
}

/** So many bytes of a text are looked up at once; none is shorter. */
const head = 3;

/**
 * Looks for texts, as UTF-8 and UTF-16, in one pass over the bytes: a session's log is as large as
 * the texts are many.
 */
function searchFor(texts: readonly string[]): (content: Buffer) => Set<string> {
  const begins = new Uint8Array(256 ** head);
  const byHead = new Map<number, { text: string; bytes: Buffer }[]>();
  for (const text of texts) {
    for (const bytes of [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]) {
      if (bytes.length < head) throw new Error(`“${text}” is too short to be looked for.`);
      const key = bytes.readUIntLE(0, head);
      begins[key] = 1;
      byHead.set(key, [...(byHead.get(key) ?? []), { text, bytes }]);
    }
  }
  return (content) => {
    const found = new Set<string>();
    let key = 0;
    for (let end = 0; end < content.length; end += 1) {
      key = (key >>> 8) | ((content[end] ?? 0) << (8 * (head - 1)));
      if (begins[key] === 0) continue;
      const at = end - head + 1;
      for (const { text, bytes } of byHead.get(key) ?? []) {
        if (at >= 0 && content.subarray(at, at + bytes.length).equals(bytes)) found.add(text);
      }
    }
    return found;
  };
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  }
}
