import { constants } from 'node:os';
import { describe, exitCodeFor } from './problem.mjs';

/**
 * The life of a command, from its start to its exit code. Whatever was started or left half done
 * is registered here and is tidied up on every way out: the normal end, an error, Ctrl+C, a kill.
 */

/** How long tidying up may take before the process leaves all the same. */
const PATIENCE_MS = 10_000;

const WATCH_MS = 500;

/** One Ctrl+C may come twice, from the terminal and from npm. */
const SAME_WISH_MS = 1_000;

/** @type {Set<() => void | Promise<void>>} */
const chores = new Set();

/**
 * Registers what has to be done before the process ends.
 * @param {() => void | Promise<void>} chore
 * @returns {() => void} takes it back, once it has been done or is no longer needed
 */
export function beforeExit(chore) {
  chores.add(chore);
  return () => chores.delete(chore);
}

/** Does the chores, the latest first; one that fails does not stop the others. */
export async function tidyUp() {
  for (const chore of [...chores].reverse()) {
    chores.delete(chore);
    try {
      await chore();
    } catch (error) {
      process.stderr.write(`${describe(error)}\n`);
    }
  }
}

/** @param {number} code */
async function leave(code) {
  const patience = setTimeout(() => process.exit(code), PATIENCE_MS);
  patience.unref();
  await tidyUp();
  process.exit(code);
}

/**
 * Calls back when npm has ended before us. npm starts its scripts through a shell, and a shell that
 * is told to end does not tell us.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, WATCH_MS);
  watch.unref();
}

/**
 * Loads and runs a task, then leaves with its exit code.
 * @param {() => Promise<{main: (args: string[]) => Promise<number>}>} load
 */
export async function live(load) {
  let leavingSince = 0;
  /** @param {NodeJS.Signals} signal */
  const obey = (signal) => {
    const code = 128 + constants.signals[signal];
    if (leavingSince === 0) {
      leavingSince = Date.now();
      void leave(code);
    } else if (Date.now() - leavingSince > SAME_WISH_MS) {
      // Asked again: a person does not want to wait any longer.
      process.exit(code);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, obey);
  }
  watchParent(() => obey('SIGTERM'));
  let code;
  try {
    const task = await load();
    code = await task.main(process.argv.slice(2));
  } catch (error) {
    code = exitCodeFor(error);
    if (leavingSince === 0) process.stderr.write(`\n${describe(error)}\n`);
  }
  if (leavingSince === 0) await leave(code);
}
