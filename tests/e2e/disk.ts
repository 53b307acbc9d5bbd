import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files below a folder that hold one of these texts, as `file: text`. */
export async function findOnDisk(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    for (const text of texts) {
      const isThere = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')].some((bytes) =>
        content.includes(bytes),
      );
      if (isThere) found.push(`${file}: ${text}`);
    }
  }
  return found;
}
