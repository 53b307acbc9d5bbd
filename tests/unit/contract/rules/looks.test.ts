import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  learnInterval,
  NO_INTERVALS,
  seeInterval,
  unknownInterval,
  usualSeen,
  type ReportingInterval,
} from '@contract/rules/looks';

const limits = { least: 5_000, mostMoving: 120_000, mostStill: 300_000 };

/** Looks at a device that reports each `period`, never sooner than was learned. */
function follow(
  period: number,
  looks: number,
  start: { known?: ReportingInterval; slack?: (look: number) => number } = {},
): { known: ReportingInterval; fresh: number } {
  let known = start.known ?? unknownInterval(limits);
  let now = 0;
  let before = 0;
  let fresh = 0;
  for (let look = 0; look < looks; look++) {
    now += known.moving + (start.slack?.(look) ?? 0);
    const after = Math.floor(now / period) * period;
    if (after > before) fresh++;
    known = learnInterval(
      known,
      { before, after, lookedAt: now, wasMoving: true, isMoving: true },
      limits,
    );
    before = after;
  }
  return { known, fresh };
}

describe('a learned interval', () => {
  it('never exceeds what the device really keeps, whatever the looks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 300_000 }),
        fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 50 }),
        (period, slacks) => {
          const slack = (look: number): number => slacks[look % slacks.length] ?? 0;
          const { known } = follow(period, 100, { slack });
          expect(known.moving).toBeLessThanOrEqual(period);
          expect(known.moving).toBeGreaterThanOrEqual(limits.least);
        },
      ),
    );
  });

  it.each([10_000, 30_000, 120_000])(
    'wastes at most every other look on at a device of %i ms',
    (period) => {
      const { fresh } = follow(period, 400);
      expect(fresh / 400).toBeGreaterThanOrEqual(0.5);
    },
  );

  it('finds its way down again after the device was silent for long', () => {
    const known = { moving: limits.mostMoving, still: limits.least };
    expect(follow(30_000, 6, { known }).known.moving).toBeLessThanOrEqual(30_000);
  });

  it('keeps apart driving and standing still, and learns nothing from the change', () => {
    const parked = { moving: 10_000, still: 300_000 };
    const setOff = learnInterval(
      parked,
      { before: 0, after: 900_000, lookedAt: 901_000, wasMoving: false, isMoving: true },
      limits,
    );
    expect(setOff).toEqual(parked);
    const still = learnInterval(
      parked,
      { before: 0, after: 0, lookedAt: 40_000, wasMoving: true, isMoving: true },
      limits,
    );
    expect(still).toEqual({ moving: 40_000, still: 300_000 });
  });

  it('stays within its limits', () => {
    const seen = { before: 0, after: 0, lookedAt: 1e9, wasMoving: false, isMoving: false };
    expect(learnInterval(unknownInterval(limits), seen, limits).still).toBe(limits.mostStill);
    const fast = { before: 0, after: 1_000, lookedAt: 1_000, wasMoving: true, isMoving: true };
    expect(learnInterval(unknownInterval(limits), fast, limits).moving).toBe(limits.least);
  });
});

describe('an interval that is usual', () => {
  /** Looks each `spacing` at a device that reports each `period`, then falls silent. */
  function seen(period: number, spacing: number, reports: number, silentFor = 0): number | null {
    let known = NO_INTERVALS;
    let before = 0;
    let lastSeenAt = 0;
    for (let now = spacing; now <= reports * period + silentFor; now += spacing) {
      const after = Math.min(Math.floor(now / period), reports) * period;
      const look = { before, after, lookedAt: now, wasMoving: true, isMoving: true };
      known = seeInterval(known, look, lastSeenAt);
      before = after;
      lastSeenAt = now;
    }
    return usualSeen(known).moving;
  }

  it('is about that of the device where looks are frequent', () => {
    expect(seen(600_000, 60_000, 20)).toBeGreaterThan(500_000);
    expect(seen(600_000, 60_000, 20)).toBeLessThanOrEqual(600_000);
  });

  it('is never longer than that of the device where looks are rare', () => {
    expect(seen(10_000, 3_600_000, 5_000)).toBeLessThanOrEqual(10_000);
  });

  it('does not grow while the device is silent', () => {
    expect(seen(600_000, 60_000, 20, 86_400_000)).toBe(seen(600_000, 60_000, 20));
  });

  it('is unknown before three were seen', () => {
    expect(seen(600_000, 60_000, 2)).toBeNull();
  });
});
