import { readdirSync, readFileSync } from 'node:fs';

/**
 * How long this program and all that it started have been at work. Linux adds up the time of what
 * ended, but not that of what outlived its parent, as the processes of a window do that was closed:
 * so every process of ours is looked at while it runs.
 */

/** The ticks in which Linux counts the time of programs, a second. */
const TICKS = 100;

/** How often the processes are looked at, ms: one that lives shorter is counted by its parent. */
const LOOK_EVERY = 1_000;

/**
 * @typedef {object} Work what Linux tells of a process
 * @property {number} parent
 * @property {string} begun in ticks; with its number it names a process for good
 * @property {number} own ms that it was at work itself
 * @property {number} children ms of what it started and saw end
 */

/**
 * @param {string} stat `/proc/PID/stat`
 * @returns {Work}
 */
export function readWork(stat) {
  // The second field is a name in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ms = (/** @type {number} */ from) =>
    ((Number(fields[from]) + Number(fields[from + 1])) * 1_000) / TICKS;
  return { parent: Number(fields[1]), begun: fields[19] ?? '', own: ms(11), children: ms(13) };
}

/**
 * The time of processes that were seen one after the other, each as it was last seen.
 * @param {number} root the process whose descendants count
 */
export function addUp(root) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  let waited = 0;
  return {
    /** @param {ReadonlyMap<number, Work>} running */
    look(running) {
      const isOurs = (/** @type {number} */ pid) => {
        for (let each = pid, work = running.get(each); work; work = running.get(each)) {
          // One whose parent is gone was ours if it ever was.
          if (each === root || seen.has(`${each} ${work.begun}`)) return true;
          each = work.parent;
        }
        return false;
      };
      for (const [pid, work] of running) {
        if (!isOurs(pid)) continue;
        seen.set(`${pid} ${work.begun}`, work.own);
        if (pid === root) waited = work.own + work.children;
      }
    },
    /** Milliseconds, by what is larger: what was seen, or what Linux added up. */
    total: () =>
      Math.max(
        waited,
        [...seen.values()].reduce((sum, ms) => sum + ms, 0),
      ),
  };
}

/** @returns {Map<number, Work> | null} null where the system does not tell */
function allRunning() {
  /** @type {Map<number, Work>} */
  const running = new Map();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        running.set(Number(name), readWork(readFileSync(`/proc/${name}/stat`, 'utf8')));
      } catch {
        // It has ended meanwhile.
      }
    }
  } catch {
    return null;
  }
  return running.has(process.pid) ? running : null;
}

/**
 * Watches what this program and its descendants do. The answer ends it: milliseconds at work since,
 * or null where the system does not tell.
 * @returns {() => number | null}
 */
export function watchOwnWork() {
  const sum = addUp(process.pid);
  const first = allRunning();
  if (first === null) return () => null;
  sum.look(first);
  const before = sum.total();
  const timer = setInterval(() => sum.look(allRunning() ?? new Map()), LOOK_EVERY);
  return () => {
    clearInterval(timer);
    sum.look(allRunning() ?? new Map());
    return sum.total() - before;
  };
}
