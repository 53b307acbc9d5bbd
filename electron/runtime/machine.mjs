import { cpus, platform, release, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchOwnWork } from './own-work.mjs';

/** The machine that a benchmark runs on, and what else runs there meanwhile. */

/** From this share of all processors on, what others take spoils a measurement. */
const MOST_FOR_OTHERS = 0.15;

/** So long, ms, the machine is watched before a benchmark begins. */
const WATCHED_BEFORE_MS = 1_500;

/**
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} processors
 * @property {number} memoryGb
 * @property {string} system
 */

/** @returns {Machine} */
export function describeMachine() {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    processors: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${/^\d+(?:\.\d+)?/.exec(release())?.[0] ?? ''}`,
  };
}

/** Milliseconds that all processors together have been at work since the machine started. */
function busyMs() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}

/**
 * Watches what other programs take. The answer ends it, and is the largest share of all processors
 * that they took: before the benchmark, or all along where the system tells what is ours.
 * @returns {Promise<() => number>}
 */
export async function watchOthers() {
  const waiting = begin();
  await sleep(WATCHED_BEFORE_MS);
  const before = waiting(0);
  const ownWork = watchOwnWork();
  const working = begin();
  return () => {
    const own = ownWork();
    return own === null ? before : Math.max(before, working(own));
  };
}

/**
 * From now on the processors are watched; the answer is the share that was not ours.
 * @returns {(oursMs: number) => number}
 */
function begin() {
  const [busy, at] = [busyMs(), performance.now()];
  return (oursMs) => {
    const all = (performance.now() - at) * cpus().length;
    return Math.min(1, Math.max(0, (busyMs() - busy - oursMs) / all));
  };
}

/**
 * What a person has to know of figures that were taken while others were at work.
 * @param {number} others their share of all processors
 * @returns {string | null} null where they took too little to matter
 */
export function sayBusy(others) {
  if (others <= MOST_FOR_OTHERS) return null;
  const percent = Math.round(others * 100);
  return `Other programs took ${percent} % of this machine's processors: times are too long, ratios may be off.`;
}
