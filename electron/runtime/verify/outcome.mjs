/**
 * What the tests of a run came to, and what is told about it.
 *
 * @typedef {object} TestRecord
 * @property {string} file relative to the root, with forward slashes
 * @property {string} name with the titles of its groups
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [reason] why it was skipped or failed, as far as it was told
 * @property {string[]} [notes] what happened on the way and is no failure
 * @property {number} [took] milliseconds
 *
 * @typedef {object} TestReport what our reporters write for vitest and for Playwright
 * @property {TestRecord[]} tests
 * @property {string[]} errors outside any test: a file that did not load, an unhandled rejection
 *
 * @typedef {object} Outcome of a step
 * @property {number} passed
 * @property {string[]} failures names of what failed
 * @property {string[]} skips names of what was skipped, with the reason
 * @property {string[]} notes what else a reader of the run should know
 * @property {TestRecord[]} tests what ran, where the step runs tests
 */

/** A step that is one check by itself. @param {string} title @param {boolean} passed */
export function checkOutcome(title, passed) {
  return {
    passed: passed ? 1 : 0,
    failures: passed ? [] : [title],
    skips: [],
    notes: [],
    tests: [],
  };
}

/**
 * What failed in a run of tests.
 * @param {TestReport | undefined} report undefined when none was written
 * @param {number} exitCode of the test runner
 */
function failuresOf(report, exitCode) {
  if (report === undefined) return [`the test runner wrote no report (exit code ${exitCode})`];
  const failures = [
    ...report.tests
      .filter(({ state }) => state === 'failed')
      .map(({ file, name, reason }) => `${file}: ${name}${reason ? ` (${reason})` : ''}`),
    ...report.errors,
  ];
  return exitCode !== 0 && failures.length === 0
    ? [`the test runner ended with exit code ${exitCode}, though no test failed`]
    : failures;
}

/**
 * The outcome of a run of tests.
 * @param {TestReport | undefined} report undefined when none was written
 * @param {number} exitCode of the test runner
 * @returns {Outcome}
 */
export function testOutcome(report, exitCode) {
  const tests = report?.tests ?? [];
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failures: failuresOf(report, exitCode),
    skips: tests
      .filter(({ state }) => state === 'skipped')
      .map(({ file, name, reason }) => `${file}: ${name} (${reason || 'no reason given'})`),
    notes: tests.flatMap(({ file, name, notes }) =>
      (notes ?? []).map((note) => `${file}: ${name}: ${note}`),
    ),
    tests,
  };
}

/**
 * The outcome of tests that ran in parts.
 * @param {readonly Outcome[]} outcomes
 * @param {readonly string[]} suites folders, each of which must have run a test
 * @returns {Outcome}
 */
export function mergedOutcome(outcomes, suites) {
  const tests = outcomes.flatMap((outcome) => outcome.tests);
  const idle = suites.filter(
    (suite) =>
      !tests.some(({ file, state }) => file.startsWith(`${suite}/`) && state !== 'skipped'),
  );
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: [
      ...outcomes.flatMap(({ failures }) => failures),
      ...idle.map((suite) => `${suite}: no test ran`),
    ],
    skips: outcomes.flatMap(({ skips }) => skips),
    notes: outcomes.flatMap(({ notes }) => notes),
    tests,
  };
}

/**
 * The tests that took longest, the slowest first, each as a line.
 * @param {readonly Outcome[]} outcomes
 * @param {number} most how many are listed
 */
export function slowestTests(outcomes, most) {
  return outcomes
    .flatMap(({ tests }) => tests)
    .map(({ file, name, took = 0 }) => ({ file, name, took }))
    .filter(({ took }) => took >= 1000)
    .sort((a, b) => b.took - a.took)
    .slice(0, most)
    .map(({ file, name, took }) => `${(took / 1000).toFixed(1)} s  ${file}: ${name}`);
}

/**
 * The line that ends a run.
 * @param {readonly Outcome[]} outcomes
 */
export function closingLine(outcomes) {
  const sum = (/** @type {(outcome: Outcome) => number} */ count) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const skipped = sum(({ skips }) => skips.length);
  const line = `${sum(({ passed }) => passed)} passed, ${sum(({ failures }) => failures.length)} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/**
 * Whether all is well: something ran, and nothing failed.
 * @param {readonly Outcome[]} outcomes
 */
export function isSuccess(outcomes) {
  return (
    outcomes.some(({ passed }) => passed > 0) &&
    outcomes.every(({ failures }) => failures.length === 0)
  );
}
