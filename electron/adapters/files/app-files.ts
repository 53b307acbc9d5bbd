import { constants, readFileSync, statSync, type Stats } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '@core/ports/files';
import { hasCode, isMissing } from './fault-codes';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Nobody but the person who runs the app reads its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Ours are a few kilobytes. What is larger is not ours, and would not fit into the memory. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** What stands for content that can't be read: to every reader the same as a damaged file. */
export const UNREADABLE = '';

/** Small files in one folder, written so that after a crash they hold the old or the new content. */
export class AppFiles implements Files {
  readonly #folder: string;
  /** The last change of each name: two at once would race for the last word. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<string | null> {
    const path = this.pathOf(name);
    try {
      return isOurs(await stat(path)) ? await readFile(path, 'utf8') : UNREADABLE;
    } catch (fault) {
      return contentAfter(fault);
    }
  }

  write(name: string, text: string): Promise<void> {
    const path = this.pathOf(name);
    return this.inTurn(name, () => replace(path, text));
  }

  /** Resolves once nothing is being written, removed or set aside: before the process ends. */
  async idle(): Promise<void> {
    while (this.#changes.size > 0) await Promise.allSettled(this.#changes.values());
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    await this.inTurn(name, async () => {
      await clearWay(path);
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    });
  }

  async setAside(name: string): Promise<string> {
    const path = this.pathOf(name);
    const suffix = asideSuffix();
    await this.inTurn(name, async () => {
      await rename(path, `${path}${suffix}`);
      await syncFolder(dirname(path));
    });
    return `${name}${suffix}`;
  }

  /** Changes a file in the order in which changes of its name were asked for. */
  protected inTurn<T>(name: string, change: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(name) ?? Promise.resolve();
    const changed = before.catch(() => undefined).then(change);
    this.#changes.set(name, changed);
    const forget = (): void => {
      if (this.#changes.get(name) === changed) this.#changes.delete(name);
    };
    changed.then(forget, forget);
    return changed;
  }

  protected pathOf(name: string): string {
    if (!NAME.test(name) || name.includes('..')) throw new Error(`Not a file name: ${name}`);
    return join(this.#folder, ...name.split('/'));
  }
}

/**
 * The same files, read at once: a start that reads three of them would wait for a turn of its
 * thread with each, and has none while Chromium comes up.
 */
export class FilesAtOnce extends AppFiles {
  override async read(name: string): Promise<string | null> {
    return readAtOnce(this.pathOf(name));
  }
}

/** A folder, a pipe or a file without end in its place must not keep the app from starting. */
function isOurs(found: Stats): boolean {
  return found.isFile() && found.size <= LARGEST_FILE;
}

/** What a file that could not be read holds, to its reader. */
function contentAfter(fault: unknown): string | null {
  if (isMissing(fault)) return null;
  if (hasCode(fault, 'EACCES', 'EISDIR', 'ELOOP')) return UNREADABLE;
  throw fault;
}

/** The same as `read` at once: for a small file that is read so often that each wait would count. */
export function readAtOnce(path: string): string | null {
  try {
    return isOurs(statSync(path)) ? readFileSync(path, 'utf8') : UNREADABLE;
  } catch (fault) {
    return contentAfter(fault);
  }
}

/** Replaces a file, so that after a crash it holds the old or the new content. */
export async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  // Always the same name: what a killed run left there is written over, so nothing piles up.
  const draft = `${path}.tmp`;
  try {
    const file = await openDraft(draft);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path).catch(async () => {
      await clearWay(path);
      await rename(draft, path);
    });
  } catch (fault) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw fault;
  }
  await syncFolder(folder);
}

/** Opens a file to be written; its folder is there nearly always. */
async function openDraft(draft: string): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
  try {
    return await open(draft, flags, FILE_MODE);
  } catch (fault) {
    if (!hasCode(fault, 'ENOENT', 'ENOTDIR')) throw fault;
    await makeFolder(dirname(draft));
    return open(draft, flags, FILE_MODE);
  }
}

/** Makes a folder; a file in its place is set aside. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  } catch (fault) {
    if (!hasCode(fault, 'EEXIST')) throw fault;
    await rename(folder, `${folder}${asideSuffix()}`);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  }
}

/** Sets a folder aside that is in the place of a file: no write and no removal gets past it. */
async function clearWay(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) await rename(path, `${path}${asideSuffix()}`);
}

function asideSuffix(): string {
  return `.broken-${new Date().toISOString().replace(/[:.]/g, '-')}`;
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
