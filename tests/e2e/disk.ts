import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files below a folder that hold one of these texts, as `file: text`. The app may write meanwhile:
 * where a file got another name between being listed and being read, all are looked at again.
 */
export async function findOnDisk(folder: string, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (let isWhole = false; !isWhole;) {
    isWhole = true;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const content = await readIfThere(file);
      isWhole &&= content !== null;
      for (const text of texts) {
        const isThere = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')].some((bytes) =>
          content?.includes(bytes),
        );
        if (isThere) found.add(`${file}: ${text}`);
      }
    }
  }
  return [...found];
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  }
}
