import { firstLine, nameInReport, writeReport } from './write-report.mjs';

/**
 * A test that passes only at its second try hides a race: it counts as failed.
 * @type {Record<'expected' | 'unexpected' | 'flaky' | 'skipped', 'passed' | 'failed' | 'skipped'>}
 */
const STATES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' };

/** Writes what Playwright ran, in the form that our vitest reporter has too. */
export default class PlaywrightReporter {
  /** @type {string[]} */
  errors = [];
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  suite;

  printsToStdio() {
    return false;
  }

  /**
   * @param {import('@playwright/test/reporter').FullConfig} _config
   * @param {import('@playwright/test/reporter').Suite} suite
   */
  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.errors.push(firstLine(error));
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      const told = test.results.flatMap(({ annotations }) => annotations);
      const skip = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
      const fault = test.results.flatMap(({ errors }) => errors)[0];
      return {
        file: nameInReport(test.location.file),
        name: test.titlePath().slice(3).join(' > '),
        state: STATES[test.outcome()],
        reason: fault ? firstLine(fault) : (skip?.description ?? ''),
        took: test.results.reduce((sum, { duration }) => sum + duration, 0),
        notes: told.flatMap(({ type, description }) =>
          type === 'noted' && description ? [description] : [],
        ),
      };
    });
    writeReport({ tests, errors: this.errors });
  }
}
