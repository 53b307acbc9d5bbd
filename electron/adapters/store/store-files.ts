import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../files/fault-codes';

/** Nobody but the person who runs the app reads its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** So many backups are kept, the newest. */
const BACKUPS = 2;

/** Of a page of SQLite's, unless told otherwise. */
const PAGE_BYTES = 4_096;

const BACKUP = /^\.v(\d+)\.backup$/;
const ASIDE = /^\.aside-(\d+)$/;

/** SQLite's log of a file is beside it under this name. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** The log of a file that was emptied or is gone, beside what was set aside in its place. */
export function lostLogOf(aside: string): string {
  return `${aside}.lost-log`;
}

function draftOf(file: string): string {
  return `${file}.backup-draft`;
}

/** Makes a file's folder and the file, empty, where there is none; SQLite takes over its rights. */
export function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  closeSync(openSync(file, 'a', FILE_MODE));
}

/** Whether nothing is there, or a file that nothing was written to yet. */
export function isEmpty(file: string): boolean {
  return bytesOf(file) === 0;
}

/**
 * Whether something is there that a store was kept in. An empty file never held anything, unless
 * a log is beside it: SQLite writes the file first.
 */
export function holdsStore(file: string): boolean {
  return !isEmpty(file) || hasLostLog(file) || backupsOf(file).length > 0;
}

/** Whether a log is there whose file was emptied or is gone. */
function hasLostLog(file: string): boolean {
  const bytes = bytesOf(logOf(file));
  // A run that was killed while it moved the file leaves the log under both of its names.
  const moved = asidesOf(file).at(-1);
  return isEmpty(file) && bytes > 0 && (moved === undefined || bytesOf(logOf(moved)) !== bytes);
}

/** Bytes on disk of a store: its file, its log, its backups. */
export function sizeOf(file: string): number {
  return [file, logOf(file), ...backupsOf(file)].reduce((sum, path) => sum + bytesOf(path), 0);
}

/** The backups of a file, the oldest first. */
export function backupsOf(file: string): string[] {
  return numbered(file, BACKUP).map(({ path }) => path);
}

/**
 * Makes a backup of a file's version: `write` fills an empty file, which gets its name once all of
 * it is on the disk. Then older backups go, but for the newest.
 */
export function keepBackup(
  file: string,
  version: number,
  write: (draft: string) => void,
  most = BACKUPS,
): void {
  const draft = draftOf(file);
  removeDraft(file);
  try {
    makeFile(draft);
    write(draft);
    sync(draft);
    renameSync(draft, `${file}.v${version}.backup`);
  } catch (fault) {
    rmSync(draft, { force: true });
    throw fault;
  }
  syncFolder(dirname(file));
  for (const path of backupsOf(file).slice(0, -most)) rmSync(path, { force: true });
}

/** Removes what a killed run may have left of a backup. */
export function removeDraft(file: string): void {
  rmSync(draftOf(file), { force: true });
}

/** Removes the backups that are older than a moment, epoch milliseconds; all where there is none. */
export function removeBackups(file: string, before = Number.POSITIVE_INFINITY): void {
  for (const path of backupsOf(file)) {
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}

/**
 * Removes a store for good, and all that was set aside of it. Its backups go last: while one is
 * there, the store counts as there.
 */
export function removeStore(file: string): void {
  removeAsides(file);
  rmSync(file, { force: true });
  rmSync(logOf(file), { force: true });
  removeDraft(file);
  removeBackups(file);
  syncFolder(dirname(file));
}

/** Removes what was set aside, with the logs and the backups of it. */
function removeAsides(file: string): void {
  const folder = dirname(file);
  const asides = namesIn(folder).filter((name) => name.startsWith(`${basename(file)}.aside-`));
  for (const name of asides) rmSync(join(folder, name), { force: true });
}

/** Files that were set aside, the oldest first. */
export function asidesOf(file: string): string[] {
  return numbered(file, ASIDE).map(({ path }) => path);
}

/**
 * Renames a store out of the way, with its log and its backups; answers its new path. The log gets
 * its second name before the file loses its first: at no moment is the file without it.
 */
export function moveAside(file: string): string {
  const last = numbered(file, ASIDE).at(-1)?.number ?? 0;
  const aside = `${file}.aside-${last + 1}`;
  const backups = backupsOf(file);
  const isThere = !isEmpty(file);
  if (isThere && existsSync(logOf(file))) alsoName(logOf(file), logOf(aside));
  // Where the file is gone its newest backup stands for it.
  const main = isThere ? file : backups.pop();
  // A log without its file fits no other one, and may help a person who looks into it.
  if (hasLostLog(file)) {
    renameSync(logOf(file), lostLogOf(aside));
    makeFile(aside);
  }
  if (main !== undefined) renameSync(main, aside);
  for (const path of backups) renameSync(path, `${aside}${path.slice(file.length)}`);
  rmSync(logOf(file), { force: true });
  syncFolder(dirname(file));
  return aside;
}

/**
 * A copy of a file and its log, to be read without changing either. The log of a file that is gone
 * gets a page beside it, since without one it is not looked at; all it holds is in it.
 */
export function copyToRead(file: string): { path: string; remove: () => void } {
  const path = `${file}.reading`;
  const remove = (): void => {
    rmSync(path, { force: true });
    rmSync(logOf(path), { force: true });
  };
  remove();
  try {
    copyFileSync(file, path);
    const isLost = isEmpty(file) && existsSync(lostLogOf(file));
    if (isLost) writeFileSync(path, Buffer.alloc(PAGE_BYTES));
    const log = isLost ? lostLogOf(file) : logOf(file);
    if (existsSync(log)) copyFileSync(log, logOf(path));
  } catch (fault) {
    remove();
    throw fault;
  }
  return { path, remove };
}

/** Files that are named after another one and a number, by the number. */
function numbered(file: string, suffix: RegExp): { path: string; number: number }[] {
  const folder = dirname(file);
  const name = basename(file);
  return namesIn(folder)
    .flatMap((each) => {
      const number = each.startsWith(name) ? suffix.exec(each.slice(name.length))?.[1] : undefined;
      return number === undefined ? [] : [{ path: join(folder, each), number: Number(number) }];
    })
    .sort((a, b) => a.number - b.number);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (fault) {
    // A folder that isn't there holds no store. One that can't be read may.
    if (hasCode(fault, 'ENOENT')) return [];
    throw fault;
  }
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function alsoName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    // Not every file system knows links.
    copyFileSync(path, name);
    sync(name);
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename durable. Windows knows no such thing for folders and does without. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32' || !existsSync(folder)) return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
