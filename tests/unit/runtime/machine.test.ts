import { describe, expect, it } from 'vitest';
import { describeMachine, sayBusy } from '../../../electron/runtime/machine.mjs';
import { addUp, readWork } from '../../../electron/runtime/own-work.mjs';

describe('the machine of a benchmark', () => {
  it('is read from what Linux tells of a process, whatever its name', () => {
    const stat = '12 (a (odd) name) S 1 12 12 0 -1 4194304 9 9 0 0 150 50 300 100 20 0 1 0 77 6 7';
    expect(readWork(stat)).toEqual({ parent: 1, begun: '77', own: 2_000, children: 4_000 });
  });

  it('counts what outlives its parent, and nothing of others', () => {
    const work = (parent: number, own: number, children = 0) => ({
      ...{ parent, begun: '5', own, children },
    });
    const sum = addUp(10);
    sum.look(
      new Map([
        [1, work(0, 900)],
        [10, work(1, 100)],
        [11, work(10, 50)],
        [12, work(11, 700)],
      ]),
    );
    expect(sum.total()).toBe(850);
    // 11 has ended, and 12 belongs to 1 by now; 13 always did.
    sum.look(
      new Map([
        [1, work(0, 990)],
        [10, work(1, 110, 60)],
        [12, work(1, 750)],
        [13, work(1, 400)],
      ]),
    );
    expect(sum.total()).toBe(910);
    // What nobody saw run was still added up by Linux.
    sum.look(new Map([[10, work(1, 110, 2_000)]]));
    expect(sum.total()).toBe(2_110);
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
