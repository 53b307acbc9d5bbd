import { firstLine, nameInReport, writeReport } from './write-report.mjs';

/** Writes what vitest ran, with the reasons for skips, which its own JSON report leaves out. */
export default class VitestReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<{message?: string}>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {import('./outcome.mjs').TestReport} */
    const report = { tests: [], errors: [] };
    for (const module of modules) {
      const file = nameInReport(module.moduleId);
      for (const error of module.errors()) report.errors.push(`${file}: ${firstLine(error)}`);
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) {
          report.errors.push(`${file}: ${suite.fullName}: ${firstLine(error)}`);
        }
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        const name = test.fullName;
        const took = test.diagnostic()?.duration ?? 0;
        // A test that never finished is no success.
        if (result.state === 'pending') report.tests.push({ file, name, state: 'failed' });
        else if (result.state === 'skipped') {
          report.tests.push({ file, name, state: 'skipped', reason: result.note ?? '' });
        } else {
          const [fault] = result.errors ?? [];
          const reason = fault === undefined ? '' : firstLine(fault);
          report.tests.push({ file, name, state: result.state, reason, took });
        }
      }
    }
    for (const error of unhandled) report.errors.push(`outside a test: ${firstLine(error)}`);
    writeReport(report);
  }
}
