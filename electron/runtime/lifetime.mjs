import { constants } from 'node:os';
import { describe } from './problem.mjs';

/**
 * The life of a command, from its start to its exit code. Whatever was started or left half done
 * is registered here and is tidied up on every way out: the normal end, an error, Ctrl+C, a kill.
 */

/** How long tidying up may take before the process leaves all the same. */
const PATIENCE_MS = 10_000;

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
async function tidyUp() {
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
 * Loads and runs a task, then leaves with its exit code.
 * @param {() => Promise<{main: (args: string[]) => Promise<number>}>} load
 */
export async function live(load) {
  let leaving = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const code = 128 + constants.signals[signal];
      // Asked twice: a person does not want to wait any longer.
      if (leaving) process.exit(code);
      leaving = true;
      void leave(code);
    });
  }
  let code = 1;
  try {
    const task = await load();
    code = await task.main(process.argv.slice(2));
  } catch (error) {
    if (!leaving) process.stderr.write(`\n${describe(error)}\n`);
  }
  if (!leaving) await leave(code);
}
