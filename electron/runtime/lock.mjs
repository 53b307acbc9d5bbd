import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeExit } from './lifetime.mjs';
import { errorCode } from './problem.mjs';

/**
 * A lock between processes, as a file that names its holder. The holder touches the file while it
 * lives; a lock whose holder is dead, or has not touched it for a minute, is taken over. What it
 * guards must still be written so that two holders do no harm (a finished folder is renamed into
 * place), since no lock file is proof against a machine that slept.
 */

const TOUCH_MS = 5_000;
const FORGOTTEN_MS = 60_000;
const LOOK_MS = 250;

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string} host
 * @property {string} token
 */

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  try {
    // On Linux a process whose parent does not ask for its end keeps its number as a zombie.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * @param {string} file
 * @returns {Promise<{content: string, abandoned: boolean} | undefined>} undefined when it is free
 */
async function look(file) {
  try {
    const content = await readFile(file, 'utf8');
    const age = Date.now() - (await stat(file)).mtimeMs;
    /** @type {Partial<Holder>} */
    let holder = {};
    try {
      holder = JSON.parse(content);
    } catch {
      // Its holder is just writing it, or died while doing so: then its age tells.
    }
    const dead =
      holder.host === hostname() && typeof holder.pid === 'number' && !isAlive(holder.pid);
    return { content, abandoned: dead || age > FORGOTTEN_MS };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a lock that its holder left behind; leaves it when somebody else has taken it since.
 * @param {string} file
 * @param {string} seen the content that was found abandoned
 */
async function clear(file, seen) {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    const taken = await readFile(aside, 'utf8');
    if (taken === seen) await rm(aside, { force: true });
    else await rename(aside, file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * @param {string} file
 * @param {() => void} onWait called once, when somebody else holds the lock
 * @returns {Promise<() => Promise<void>>} lets go of the lock
 */
async function acquire(file, onWait) {
  await mkdir(path.dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  let waited = false;
  for (;;) {
    try {
      await writeFile(file, content, { flag: 'wx' });
      break;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const found = await look(file);
    if (found?.abandoned) await clear(file, found.content);
    else if (found) {
      if (!waited) onWait();
      waited = true;
      await sleep(LOOK_MS);
    }
  }
  const touch = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {
      // Taken from us after a long sleep of the machine: nothing to keep alive any more.
    });
  }, TOUCH_MS);
  touch.unref();
  return async () => {
    clearInterval(touch);
    const found = await look(file);
    if (found?.content === content) await rm(file, { force: true });
  };
}

/**
 * Does some work that only one process may do at a time.
 * @template T
 * @param {string} file the lock's file
 * @param {() => void} onWait called once, when somebody else is at it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  const release = await acquire(file, onWait);
  const forget = beforeExit(release);
  try {
    return await work();
  } finally {
    forget();
    await release();
  }
}
