import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Arguments, wantsHelp } from '../arguments.mjs';
import { ensureApp } from '../build.mjs';
import { run } from '../commands.mjs';
import { hasDisplay } from '../desktop-session.mjs';
import { ensureElectron } from '../electron-binary.mjs';
import { ensurePackages } from '../install-packages.mjs';
import { npm } from '../npm.mjs';
import { packageScript, readJson, root, workFolder } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';
import { duration } from '../terminal.mjs';
import {
  checkOutcome,
  closingLine,
  isSuccess,
  mergedOutcome,
  slowestTests,
  testOutcome,
} from '../verify/outcome.mjs';
import { takeInLanes } from '../verify/steps.mjs';
import { REPORT_VARIABLE } from '../verify/write-report.mjs';

/**
 * Passes every check and test. What needs Electron runs beside what does not, where there are two
 * cores or more, and goes first: the rest takes the processor while Electron waits. Each step is
 * reported in a line once it is over; what a failed one has printed is shown in full. A failed step
 * does not stop the later ones, except the installation, without which there is nothing to test.
 *
 * @typedef {import('../verify/outcome.mjs').Outcome} Outcome
 * @typedef {import('../verify/steps.mjs').Result} Result
 * @typedef {import('../verify/steps.mjs').Step} Step
 */

const MINUTE = 60_000;

/**
 * The parts in which vitest runs, one process each. So many that the last ones end close together,
 * and so few that their starts cost little.
 */
const PARTS = 12;

/** How many lanes there are at most beside the one that Electron has: a laptop's memory is small. */
const MOST_FREE = 4;

const USAGE = `Usage: npm run verify

Installs what is missing, then checks format, lint, floors and types, runs the unit, contract and
integration tests, builds, runs the tests in real Electron, kills the real app a few times, and packs
the app and tries the packages. All steps are taken, whatever fails; the slowest tests are listed, and
the last line is "N passed, N failed". There are no options.`;

/** @returns {Promise<Result>} */
async function install() {
  await ensurePackages();
  // Packages are tried on a display of ours, whatever display there is.
  const isLinux = process.platform === 'linux';
  const needs = { window: true, display: isLinux || !hasDisplay(), keyring: isLinux };
  await ensureSystemPackages(packagesFor({ ...needs, packages: true }));
  await ensureElectron();
  return { outcome: { ...checkOutcome('Installation', true), passed: 0 }, output: '' };
}

/**
 * A check that package.json defines.
 * @param {string} title
 * @param {string} script
 * @returns {Step}
 */
function check(title, script) {
  const part = async () => {
    const result = await npm(['run', '--silent', script], {
      timeoutMs: 15 * MINUTE,
      yields: true,
    });
    return { outcome: checkOutcome(title, result.code === 0), output: result.output };
  };
  return { title, parts: [part] };
}

/**
 * @param {string} name of the report
 * @param {string[]} command for Node
 * @param {{timeoutMs: number, yields?: boolean}} limits
 * @returns {Promise<Result>}
 */
async function runTests(name, command, { timeoutMs, yields = false }) {
  const file = path.join(workFolder, `${name}-report.json`);
  await rm(file, { force: true });
  const result = await run(process.execPath, command, {
    cwd: root,
    env: { ...process.env, [REPORT_VARIABLE]: file },
    timeoutMs,
    yields,
  });
  const outcome = testOutcome(readJson(file), result.code);
  if (result.timedOut) outcome.failures.push(`ended after ${duration(timeoutMs)}, unfinished`);
  return { outcome, output: result.output };
}

/** @param {string} name of one of our reporters */
function reporter(name) {
  return path.join(import.meta.dirname, '..', 'verify', `${name}-reporter.mjs`);
}

/**
 * A trial of `npm run torture`, small enough for every time.
 * @param {string} title
 * @param {string[]} args
 * @returns {Step}
 */
function trial(title, args) {
  const part = async () => {
    const command = [path.join(import.meta.dirname, '..', 'torture.mjs'), ...args];
    const result = await run(process.execPath, command, { cwd: root, timeoutMs: 10 * MINUTE });
    return { outcome: checkOutcome(title, result.code === 0), output: result.output };
  };
  return { title, parts: [part] };
}

/** Where the parts of vitest share the modules that they have compiled, for one run of ours. */
const modulesFolder = path.join(workFolder, 'vitest-modules');

/** @param {number} index of the part, from 1 */
function vitestPart(index) {
  return runTests(
    `vitest-${index}`,
    [
      packageScript('vitest', 'vitest.mjs'),
      ...['run', '--config=tests/vitest.config.ts'],
      ...[`--shard=${index}/${PARTS}`, '--maxWorkers=1'],
      ...['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${modulesFolder}`],
      ...['--reporter=default', `--reporter=${reporter('vitest')}`],
    ],
    { timeoutMs: 30 * MINUTE, yields: true },
  );
}

/** What needs no Electron. @type {Step[]} */
const checks = [
  check('Format', 'check:format'),
  check('Lint and floors', 'check:lint'),
  check('Types', 'check:types'),
  {
    title: 'Unit, contract and integration tests',
    parts: Array.from({ length: PARTS }, (_, index) => () => vitestPart(index + 1)),
    merge: (outcomes) =>
      mergedOutcome(outcomes, ['tests/unit', 'tests/contract', 'tests/integration']),
  },
];

/** What drives the real app, one start at a time: it shares one display and one keyring. */
function electronSteps() {
  let built = false;
  const build = async () => {
    await ensureApp();
    built = true;
    return { outcome: checkOutcome('Build', true), output: '' };
  };
  const drive = async () => {
    if (!built) {
      const title = 'tests/e2e: not run, since the build failed';
      return { outcome: checkOutcome(title, false), output: '' };
    }
    const command = [
      path.join(import.meta.dirname, '..', 'e2e.mjs'),
      `--reporter=list,${reporter('playwright')}`,
    ];
    const { outcome, output } = await runTests('playwright', command, {
      timeoutMs: 50 * MINUTE,
    });
    return { outcome: mergedOutcome([outcome], ['tests/e2e']), output };
  };
  const tryPackages = async () => {
    const command = [
      path.join(import.meta.dirname, '..', 'package-test.mjs'),
      `--reporter=list,${reporter('playwright')}`,
    ];
    const { outcome, output } = await runTests('packages', command, { timeoutMs: 20 * MINUTE });
    return { outcome: mergedOutcome([outcome], ['tests/package']), output };
  };
  return [
    { title: 'Build', parts: [build] },
    { title: 'Tests in real Electron', parts: [drive] },
    trial('The real app, killed again and again', ['--kills', '8', '--seed', '1']),
    { title: 'Packages, as people get them', parts: [tryPackages] },
  ];
}

/** @param {readonly Outcome[]} outcomes */
function tell(outcomes) {
  /** @type {(title: string, list: (outcome: Outcome) => string[]) => void} */
  const name = (title, list) => {
    const lines = outcomes.flatMap(list);
    if (lines.length > 0) console.log(`${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  };
  console.log('');
  const slowest = slowestTests(outcomes, 10);
  if (slowest.length > 0) console.log(`Slowest:\n${slowest.map((line) => `  ${line}`).join('\n')}`);
  name('Failed', ({ failures }) => failures);
  name('Skipped', ({ skips }) => skips);
  name('Noted', ({ notes }) => notes);
  console.log(closingLine(outcomes));
  return isSuccess(outcomes) ? 0 : 1;
}

/** @param {string[]} args */
export async function main(args) {
  if (wantsHelp(args)) {
    console.log(USAGE);
    return 0;
  }
  const given = new Arguments(args, 'npm run verify --');
  const unknown = given.next();
  if (unknown !== undefined) throw given.unknown(unknown);
  const installation = { title: 'Installation', parts: [install] };
  const installed = await takeInLanes([[installation]], []);
  if (installed.some(({ failures }) => failures.length > 0)) return tell(installed);
  console.log('Checking and testing …');
  await rm(modulesFolder, { recursive: true, force: true });
  const electron = electronSteps();
  const cores = availableParallelism();
  const free = Array.from({ length: Math.min(cores, MOST_FREE) }, () => []);
  const outcomes =
    cores > 1
      ? await takeInLanes([electron, ...free], checks)
      : await takeInLanes([[...checks, ...electron]], []);
  return tell(outcomes);
}
