import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wantsHelp } from '../arguments.mjs';
import {
  appBenchmarks,
  BENCH_USAGE,
  parseBenchArguments,
  virtualBenchmarks,
  windowedBenchmarks,
  windowsAtOnce,
} from '../bench-arguments.mjs';
import { withTable } from '../bench-table.mjs';
import { ensureApp } from '../build.mjs';
import { bundleForNode } from '../bundle.mjs';
import { run } from '../commands.mjs';
import { hasDisplay, startDesktopSession } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { describeMachine, sayBusy, watchOthers } from '../machine.mjs';
import { Problem } from '../problem.mjs';
import { root } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';

const SOURCES = path.join(root, 'tests', 'bench');
const RESULTS = path.join(root, 'out', 'bench');
const KEPT = path.join(SOURCES, 'results.json');
const README = path.join(root, 'README.md');

/**
 * Bundles a benchmark for Node and runs it. The last line that it prints on stdout is its result,
 * one JSON object.
 * @param {string[]} args
 */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(BENCH_USAGE);
    return 0;
  }
  const { name, keep } = parseBenchArguments(args);
  await ensurePackages();
  const program = await bundleForNode(
    path.join(SOURCES, name, 'main.ts'),
    path.join(RESULTS, name),
  );
  const env = windowedBenchmarks.has(name) ? await prepareWindow(name) : process.env;
  const endWatch = await watchOthers();
  const { code, stdout } = await run(process.execPath, [program], {
    cwd: root,
    env,
    stderr: 'show',
  });
  const others = endWatch();
  const lines = stdout.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) console.log(line);
  if (code !== 0) {
    console.log(last);
    return code;
  }
  const busy = virtualBenchmarks.has(name) ? null : sayBusy(others);
  const result = told(last, busy);
  if (busy !== null) console.error(busy);
  console.log(JSON.stringify(result));
  if (keep) await keepResult(result, busy);
  return 0;
}

/**
 * @typedef {object} Result what a benchmark printed, with the machine that it ran on
 * @property {string} bench
 * @property {Record<string, number>} aims
 * @property {{targets: Record<string, string>, machine: import('../machine.mjs').Machine}} figures
 * @property {Record<string, string>} versions
 */

/**
 * @param {string} line what a benchmark printed last
 * @param {string | null} busy what spoiled it
 * @returns {Result}
 */
function told(line, busy) {
  const result = JSON.parse(line);
  const machine = describeMachine();
  return { ...result, figures: { ...result.figures, machine, ...(busy !== null && { busy }) } };
}

/**
 * Keeps a result and updates README's table.
 * @param {Result} result
 * @param {string | null} busy what spoiled it
 */
async function keepResult({ bench, aims, figures, versions }, busy) {
  if (busy !== null) {
    throw new Problem('The result was not kept.', 'run it again while nothing else runs', busy);
  }
  const { targets, machine } = figures;
  const at = new Date().toISOString().slice(0, 10);
  const known = JSON.parse(await readFile(KEPT, 'utf8'));
  const all = { ...known, [bench]: { at, aims, targets, machine, versions } };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(KEPT, `${JSON.stringify(sorted, null, 2)}\n`);
  await writeFile(README, await withTable(await readFile(README, 'utf8'), sorted));
}

/**
 * The variable for a benchmark whose windows are open at the same time: a display for each of them,
 * where they would cover each other on one that nobody sees.
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
async function displaysFor(name) {
  const count = windowsAtOnce.get(name) ?? 0;
  if (hasDisplay() || count === 0) return {};
  const needs = { display: true, keyring: false };
  const sessions = await Promise.all(
    Array.from({ length: count }, () => startDesktopSession(needs)),
  );
  const displays = sessions.map(({ DISPLAY, XAUTHORITY }) => ({ DISPLAY, XAUTHORITY }));
  return { FLEETDESK_DISPLAYS: JSON.stringify(displays) };
}

/**
 * The variables for a benchmark that opens a window: a display, and the Electron to open it with.
 * @param {string} name
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function prepareWindow(name) {
  const isApp = appBenchmarks.has(name);
  // A Chromium that somebody named needs no display.
  if (!isApp && process.env['FLEETDESK_CHROMIUM']) return process.env;
  // The app keeps the keys of its stores in one; a person's own is not for a benchmark.
  const needs = { display: !hasDisplay(), keyring: isApp && process.platform === 'linux' };
  await ensureSystemPackages([
    ...packagesFor({ window: true, ...needs }),
    ...(isApp ? /** @type {const} */ (['xdotool']) : []),
  ]);
  if (isApp) await ensureApp();
  const { executable } = await ensureElectron();
  const session = await startDesktopSession(needs);
  return { ...session, ...(await displaysFor(name)), FLEETDESK_ELECTRON: executable };
}
