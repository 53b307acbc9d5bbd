import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { reportFault } from '@core/faults';
import type { SharedFiles } from '@core/ports/shared-files';
import { AppFiles, readAtOnce, replace, UNREADABLE } from './app-files';
import { isSealed, overwrite, sealed, textOf } from './sealed-text';

/** It is beside the ledgers, the only files that need it. */
const LOCK = 'budget/lock';

/** Another process may hold the lock for this long, ms; each of them needs a few milliseconds. */
const LONGEST_HOLD = 10_000;

/** A process that finds the lock taken tries again after this, ms, at most twice as late. */
const TRY_INTERVAL = 4;

/**
 * Files in a folder that all processes of this system user share. The lock is the database
 * library's on an empty file: the system frees it however its process ends, so no lock is ever
 * left behind.
 */
export class MachineFiles extends AppFiles implements SharedFiles {
  readonly ownId = `${process.pid}-${randomBytes(6).toString('hex')}`;
  readonly isShared: boolean;
  readonly #folder: string;
  #lock: Promise<Libsql.Database> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, isShared = true) {
    super(folder);
    this.#folder = folder;
    this.isShared = isShared;
  }

  /** The files in `shared`; those in `own` where nothing can be locked or written there. */
  static async open(shared: string, own: string): Promise<MachineFiles> {
    const files = new MachineFiles(shared);
    try {
      await files.#tryLock();
      return files;
    } catch (fault) {
      reportFault('the folder for all starts of this system user can not be used', fault);
      return new MachineFiles(own, false);
    }
  }

  isRunning(id: string): boolean {
    const pid = Number.parseInt(id, 10);
    if (!(pid > 0)) return false;
    if (pid === process.pid) return id === this.ownId;
    try {
      process.kill(pid, 0);
      return true;
    } catch (fault) {
      // Without permission to ask, there is somebody.
      return codeOf(fault) === 'EPERM';
    }
  }

  /**
   * Reads at once: the ledger is read at every request, in a few microseconds, and each wait for a
   * file wakes three threads.
   */
  override read(name: string): Promise<string | null> {
    try {
      const content = readAtOnce(this.pathOf(name));
      return Promise.resolve(content && (textOf(content) ?? UNREADABLE));
    } catch (fault) {
      return Promise.reject(fault instanceof Error ? fault : new Error(String(fault)));
    }
  }

  /**
   * Writes over what a write before left, where that has room for it; anything else is replaced: on
   * a full disk a file that has to grow would break.
   */
  override write(name: string, text: string): Promise<void> {
    const path = this.pathOf(name);
    const content = sealed(text);
    return this.inTurn(name, async () => {
      const isWritten = takes(path, content) && (await overwrite(path, content));
      if (!isWritten) await replace(path, content);
    });
  }

  alone<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#locked(task));
    this.#last = done.catch(() => undefined);
    return done;
  }

  override async idle(): Promise<void> {
    await this.#last;
    await super.idle();
  }

  async #locked<T>(task: () => Promise<T>): Promise<T> {
    const lock = await this.#open();
    const end = performance.now() + LONGEST_HOLD;
    while (!begin(lock)) {
      if (performance.now() > end) throw new Error('Another Fleetdesk holds the lock too long');
      await sleep(TRY_INTERVAL * (1 + Math.random()));
    }
    try {
      return await task();
    } finally {
      lock.exec('ROLLBACK');
    }
  }

  /** Throws where the lock can never be taken; another process may hold it now. */
  async #tryLock(): Promise<void> {
    const lock = await this.#open();
    await access(dirname(join(this.#folder, LOCK)), constants.W_OK);
    if (begin(lock)) lock.exec('ROLLBACK');
  }

  #open(): Promise<Libsql.Database> {
    const path = join(this.#folder, LOCK);
    this.#lock ??= mkdir(dirname(path), { recursive: true, mode: 0o700 })
      .then(() => {
        const lock = new Libsql(path);
        // The library must not wait for the lock: it would block the whole app.
        lock.exec('PRAGMA busy_timeout = 0');
        return lock;
      })
      .catch((fault: unknown) => {
        this.#lock = null;
        throw fault;
      });
    return this.#lock;
  }
}

/** Whether a file is there that was written with a seal, is whole, and has room for a content. */
function takes(path: string, content: string): boolean {
  const before = readAtOnce(path);
  if (before === null || !isSealed(before) || textOf(before) === null) return false;
  return Buffer.byteLength(content) <= Buffer.byteLength(before);
}

/** Whether the lock is ours now. */
function begin(lock: Libsql.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (fault) {
    if (String(codeOf(fault)).startsWith('SQLITE_BUSY')) return false;
    throw fault;
  }
}

function codeOf(fault: unknown): unknown {
  return fault instanceof Error && 'code' in fault ? fault.code : undefined;
}
