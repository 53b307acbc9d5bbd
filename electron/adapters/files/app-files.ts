import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '@core/ports/files';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Nobody but the person who runs the app reads its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Small files in one folder, written so that after a crash the old or the new content stands. */
export class AppFiles implements Files {
  readonly #folder: string;
  /** The last write of each name: two at once would race for the rename. */
  readonly #writes = new Map<string, Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<string | null> {
    try {
      return await readFile(this.#pathOf(name), 'utf8');
    } catch (fault) {
      if (isMissing(fault)) return null;
      throw fault;
    }
  }

  write(name: string, text: string): Promise<void> {
    const path = this.#pathOf(name);
    const before = this.#writes.get(name) ?? Promise.resolve();
    const write = before.catch(() => undefined).then(() => replace(path, text));
    this.#writes.set(name, write);
    const forget = (): void => {
      if (this.#writes.get(name) === write) this.#writes.delete(name);
    };
    write.then(forget, forget);
    return write;
  }

  /** Resolves once nothing is being written any more: before the process ends. */
  async idle(): Promise<void> {
    while (this.#writes.size > 0) await Promise.allSettled(this.#writes.values());
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await this.#writes.get(name)?.catch(() => undefined);
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  }

  async setAside(name: string): Promise<string> {
    const path = this.#pathOf(name);
    const aside = `${name}.broken-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(path, this.#pathOf(aside));
    await syncFolder(dirname(path));
    return aside;
  }

  #pathOf(name: string): string {
    if (!NAME.test(name) || name.includes('..')) throw new Error(`Not a file name: ${name}`);
    return join(this.#folder, ...name.split('/'));
  }
}

async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const file = await open(draft, flags, FILE_MODE);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (fault) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw fault;
  }
  await syncFolder(folder);
}

/** Makes a rename durable. Windows knows no such thing for folders and does without. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
}
