import { describe, expect, it } from 'vitest';
import { describeMachine, sayBusy, workedMs } from '../../../electron/runtime/machine.mjs';

describe('the machine of a benchmark', () => {
  it('counts the time of a program with that of the ones that it started', () => {
    const stat = '12 (a (odd) name) S 1 12 12 0 -1 4194304 9 9 0 0 150 50 300 100 20 0 1 0 5 6 7';
    expect(workedMs(stat)).toBe(6_000);
  });

  it('is named', () => {
    const { processors, memoryGb } = describeMachine();
    expect(processors).toBeGreaterThan(0);
    expect(memoryGb).toBeGreaterThan(0);
  });

  it('says so where others were at work, not where they hardly were', () => {
    expect(sayBusy(0.05)).toBeNull();
    expect(sayBusy(0.416)).toBe(
      "Other programs took 42 % of this machine's processors: times are too long, ratios may be off.",
    );
  });
});
