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
import { describe } from '../problem.mjs';
import { packageScript, readJson, root, workFolder } from '../project.mjs';
import { ensureSystemPackages, packagesFor } from '../system-packages.mjs';
import { duration } from '../terminal.mjs';
import {
  checkOutcome,
  closingLine,
  isSuccess,
  slowestTests,
  testOutcome,
} from '../verify/outcome.mjs';
import { REPORT_VARIABLE } from '../verify/write-report.mjs';

/**
 * Passes every check and test. What needs Electron runs beside what does not, where there are two
 * cores. Each step is reported in a line once it is over; what a failed one has printed is shown in
 * full. A failed step does not stop the later ones, except the installation, without which there is
 * nothing to test.
 *
 * @typedef {import('../verify/outcome.mjs').Outcome} Outcome
 * @typedef {{outcome: Outcome, output: string}} Result
 * @typedef {{title: string, work: () => Promise<Result>}} Step
 */

const MINUTE = 60_000;

const USAGE = `Usage: npm run verify

Installs what is missing, then checks format, lint, floors and types, runs the unit, contract and
integration tests, builds, runs the tests in real Electron and kills the real app a few times. All
steps are taken, whatever fails; the slowest tests are listed, and the last line is
"N passed, N failed". There are no options.`;

/** @returns {Promise<Result>} */
async function install() {
  await ensurePackages();
  const needs = { window: true, display: !hasDisplay(), keyring: process.platform === 'linux' };
  await ensureSystemPackages(packagesFor(needs));
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
  return {
    title,
    work: async () => {
      const result = await npm(['run', '--silent', script], { timeoutMs: 15 * MINUTE });
      return { outcome: checkOutcome(title, result.code === 0), output: result.output };
    },
  };
}

/**
 * @param {string} name of the report
 * @param {readonly string[]} suites folders that must run a test
 * @param {string[]} command for Node
 * @param {number} timeoutMs
 * @returns {Promise<Result>}
 */
async function runTests(name, suites, command, timeoutMs) {
  const file = path.join(workFolder, `${name}-report.json`);
  await rm(file, { force: true });
  const result = await run(process.execPath, command, {
    cwd: root,
    env: { ...process.env, [REPORT_VARIABLE]: file },
    timeoutMs,
  });
  const outcome = testOutcome(readJson(file), result.code, suites);
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
  return {
    title,
    work: async () => {
      const command = [path.join(import.meta.dirname, '..', 'torture.mjs'), ...args];
      const result = await run(process.execPath, command, { cwd: root, timeoutMs: 10 * MINUTE });
      return { outcome: checkOutcome(title, result.code === 0), output: result.output };
    },
  };
}

/** What needs no Electron. @type {Step[]} */
const checks = [
  check('Format', 'check:format'),
  check('Lint and floors', 'check:lint'),
  check('Types', 'check:types'),
  {
    title: 'Unit, contract and integration tests',
    work: () =>
      runTests(
        'vitest',
        ['tests/unit', 'tests/contract', 'tests/integration'],
        [
          packageScript('vitest', 'vitest.mjs'),
          ...['run', '--config=tests/vitest.config.ts'],
          ...['--reporter=default', `--reporter=${reporter('vitest')}`],
        ],
        40 * MINUTE,
      ),
  },
];

/** What drives the real app, one start at a time: it shares one display and one keyring. */
function electronSteps() {
  let built = false;
  /** @type {Step[]} */
  const steps = [
    {
      title: 'Build',
      work: async () => {
        await ensureApp();
        built = true;
        return { outcome: checkOutcome('Build', true), output: '' };
      },
    },
    {
      title: 'Tests in real Electron',
      work: async () => {
        if (!built) {
          return {
            outcome: checkOutcome('tests/e2e: not run, since the build failed', false),
            output: '',
          };
        }
        return runTests(
          'playwright',
          ['tests/e2e'],
          [
            path.join(import.meta.dirname, '..', 'e2e.mjs'),
            `--reporter=list,${reporter('playwright')}`,
          ],
          50 * MINUTE,
        );
      },
    },
    trial('The real app, killed again and again', ['--kills', '8', '--seed', '1']),
  ];
  return steps;
}

/**
 * Takes steps one after the other.
 * @param {readonly Step[]} steps
 */
async function takeAll(steps) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const step of steps) outcomes.push(await take(step));
  return outcomes;
}

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
async function take({ title, work }) {
  const begun = Date.now();
  const { outcome, output } = await work().catch((error) => ({
    outcome: checkOutcome(title, false),
    output: describe(error),
  }));
  const failed = outcome.failures.length;
  const counts = [
    ...(outcome.passed > 1 ? [`${outcome.passed} passed`] : []),
    ...(failed > 1 ? [`${failed} failed`] : []),
    duration(Date.now() - begun),
  ];
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  console.log(`${failed > 0 ? 'FAILED' : 'ok'}  ${title} (${counts.join(', ')})`);
  return outcome;
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
  const installed = await take({ title: 'Installation', work: install });
  if (installed.failures.length > 0) return tell([installed]);
  console.log('Checking and testing …');
  const electron = electronSteps();
  const outcomes =
    availableParallelism() > 1
      ? (await Promise.all([takeAll(checks), takeAll(electron)])).flat()
      : await takeAll([...checks, ...electron]);
  return tell(outcomes);
}
