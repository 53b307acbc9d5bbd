import { describe, expect, it } from 'vitest';
import {
  checkOutcome,
  closingLine,
  isSuccess,
  mergedOutcome,
  slowestTests,
  testOutcome,
} from '../../../electron/runtime/verify/outcome.mjs';

const passed = (file: string) => ({ file, name: 'works', state: 'passed' as const });

describe('what verify tells', () => {
  it('counts each check as one and each test as one', () => {
    const tests = [passed('tests/unit/a.test.ts'), passed('tests/contract/b.test.ts')];
    const outcomes = [
      checkOutcome('Format', true),
      checkOutcome('Types', false),
      testOutcome({ tests, errors: [] }, 0),
    ];
    expect(closingLine(outcomes)).toBe('3 passed, 1 failed');
    expect(isSuccess(outcomes)).toBe(false);
  });

  it('names failed tests and tells why others were skipped', () => {
    const tests = [
      passed('tests/e2e/a.spec.ts'),
      { file: 'tests/e2e/a.spec.ts', name: 'signs in', state: 'failed' as const },
      {
        file: 'tests/e2e/b.spec.ts',
        name: 'prints',
        state: 'skipped' as const,
        reason: 'no printer',
      },
      { file: 'tests/e2e/b.spec.ts', name: 'sings', state: 'skipped' as const },
    ];
    const outcome = testOutcome({ tests, errors: [] }, 1);
    expect(outcome.failures).toEqual(['tests/e2e/a.spec.ts: signs in']);
    expect(outcome.skips).toEqual([
      'tests/e2e/b.spec.ts: prints (no printer)',
      'tests/e2e/b.spec.ts: sings (no reason given)',
    ]);
    expect(closingLine([outcome])).toBe('1 passed, 1 failed, 2 skipped');
  });

  it('tells the reason of a failure, and what happened on the way', () => {
    const file = 'tests/e2e/a.spec.ts';
    const tests = [
      { file, name: 'signs in', state: 'failed' as const, reason: 'Timeout of 20000ms exceeded' },
      { ...passed(file), notes: ['was started again'] },
    ];
    const outcome = testOutcome({ tests, errors: [] }, 1);
    expect(outcome.failures).toEqual([`${file}: signs in (Timeout of 20000ms exceeded)`]);
    expect(outcome.notes).toEqual([`${file}: works: was started again`]);
    expect(closingLine([outcome])).toBe('1 passed, 1 failed');
  });

  it('names the slowest tests, and none that took less than a second', () => {
    const took = (name: string, ms: number) => ({
      ...passed('tests/e2e/a.spec.ts'),
      name,
      took: ms,
    });
    const tests = [took('quick', 999), took('slow', 1500), took('slowest', 61_250)];
    const outcome = testOutcome({ tests, errors: [] }, 0);
    expect(slowestTests([checkOutcome('Format', true), outcome], 10)).toEqual([
      '61.3 s  tests/e2e/a.spec.ts: slowest',
      '1.5 s  tests/e2e/a.spec.ts: slow',
    ]);
    expect(slowestTests([outcome], 1)).toHaveLength(1);
  });

  it('fails a suite that ran no test, also when all of it was skipped', () => {
    const tests = [
      passed('tests/unit/a.test.ts'),
      { file: 'tests/contract/b.test.ts', name: 'walks', state: 'skipped' as const },
    ];
    const suites = ['tests/unit', 'tests/contract', 'tests/integration'];
    const outcome = testOutcome({ tests, errors: [] }, 0);
    expect(mergedOutcome([outcome], suites).failures).toEqual([
      'tests/contract: no test ran',
      'tests/integration: no test ran',
    ]);
  });

  it('fails on errors outside of tests, and on an exit code that no test explains', () => {
    const tests = [passed('tests/unit/a.test.ts')];
    const errors = ['tests/unit/b.test.ts: Unexpected token'];
    expect(testOutcome({ tests, errors }, 1).failures).toEqual(errors);
    expect(testOutcome({ tests, errors: [] }, 3).failures).toEqual([
      'the test runner ended with exit code 3, though no test failed',
    ]);
  });

  it('fails when no report was written', () => {
    expect(testOutcome(undefined, 0).failures).toEqual([
      'the test runner wrote no report (exit code 0)',
    ]);
  });

  it('tells of parts as of one run: all that failed, and a suite that ran in any of them', () => {
    const parts = [
      testOutcome({ tests: [passed('tests/unit/a.test.ts')], errors: [] }, 0),
      testOutcome({ tests: [passed('tests/contract/b.test.ts')], errors: ['b: broken'] }, 1),
      testOutcome(undefined, 137),
    ];
    const outcome = mergedOutcome(parts, ['tests/unit', 'tests/contract', 'tests/e2e']);
    expect(outcome.passed).toBe(2);
    expect(outcome.tests.map(({ file }) => file)).toEqual([
      'tests/unit/a.test.ts',
      'tests/contract/b.test.ts',
    ]);
    expect(outcome.failures).toEqual([
      'b: broken',
      'the test runner wrote no report (exit code 137)',
      'tests/e2e: no test ran',
    ]);
  });

  it('is no success when nothing ran', () => {
    expect(isSuccess([])).toBe(false);
    expect(closingLine([])).toBe('0 passed, 0 failed');
    expect(isSuccess([checkOutcome('Format', true)])).toBe(true);
  });
});
