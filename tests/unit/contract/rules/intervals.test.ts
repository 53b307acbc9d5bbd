import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageLimitsOf,
  countedShare,
  gapLimitOf,
  knownShare,
  legKindAt,
  shortestStopOf,
  usualIntervalsOf,
  type TimeLimits,
} from '@contract/rules/intervals';
import { distanceBetween } from '@contract/rules/sphere';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const limits: TimeLimits = { live: 5 * MINUTE, late: HOUR, parkedLate: 24 * HOUR, gap: 5 * MINUTE };

interface Report {
  after: number;
  north?: number;
  speed?: number;
  ignition?: 0 | 1 | 2;
}

/** Reports, each so long after the one before and so many degrees further north. */
function track(reports: readonly Report[]) {
  let at = 0;
  let latitude = -23;
  const rows = reports.map(({ after, north = 0, speed = NaN, ignition = 1 }) => {
    at += after;
    latitude += north;
    return { at, latitude, speed, ignition };
  });
  return {
    at: rows.map((row) => row.at),
    latitude: rows.map((row) => row.latitude),
    longitude: rows.map(() => -46.6),
    speed: rows.map((row) => row.speed),
    ignition: rows.map((row) => row.ignition),
  };
}

const repeat = (count: number, report: Report): Report[] =>
  Array.from({ length: count }, () => report);

interface Figures {
  meters: number;
  drivenFor: number;
}

/** Meters and milliseconds of driving that count, by the rules. */
function figures(columns: ReturnType<typeof track>): Figures {
  const usual = usualIntervalsOf(columns, 3);
  let meters = 0;
  let drivenFor = 0;
  for (let index = 0; index + 1 < columns.at.length; index++) {
    const duration = (columns.at[index + 1] ?? 0) - (columns.at[index] ?? 0);
    const way = distanceBetween(
      columns.latitude[index] ?? 0,
      -46.6,
      columns.latitude[index + 1] ?? 0,
      -46.6,
    );
    const kind = legKindAt(columns, index, 3);
    const share = countedShare({ duration, meters: way }, gapLimitOf(kind, usual, limits));
    meters += way * share;
    if (kind === 'moving') drivenFor += duration * share;
  }
  return { meters, drivenFor };
}

describe('a device that reports rarely', () => {
  it('every ten minutes has driven all of its eight hours', () => {
    const day = track(repeat(49, { after: 10 * MINUTE, north: 0.03, speed: 62 }));
    expect(usualIntervalsOf(day, 3).moving).toBe(10 * MINUTE);
    const { meters, drivenFor } = figures(day);
    expect(drivenFor).toBe(8 * HOUR);
    expect(meters).toBeCloseTo(48 * 3335.8, -2);
  });

  it('every ten minutes and tells no speed has driven as well', () => {
    const day = track(repeat(49, { after: 10 * MINUTE, north: 0.03 }));
    expect(figures(day).drivenFor).toBe(8 * HOUR);
  });

  it('often between a few silences has gaps there', () => {
    const quick = repeat(100, { after: 10 * SECOND, north: 0.0015, speed: 60 });
    const silence: Report = { after: 20 * MINUTE, north: 0.1, speed: 60 };
    const day = track([...quick, silence, ...quick, silence, ...quick, silence, ...quick]);
    const usual = usualIntervalsOf(day, 3);
    expect(usual.moving).toBe(10 * SECOND);
    expect(gapLimitOf('moving', usual, limits)).toBe(5 * MINUTE);
  });

  it('once an hour while it is parked is never in a gap', () => {
    const night = track(repeat(10, { after: HOUR, speed: 0, ignition: 0 }));
    const usual = usualIntervalsOf(night, 3);
    expect(usual.still).toBe(HOUR);
    expect(legKindAt(night, 4, 3)).toBe('parked');
    expect(gapLimitOf('parked', usual, limits)).toBe(24 * HOUR);
  });

  it('and is found elsewhere has moved, whatever it says of itself', () => {
    const towed = track([
      { after: 0, speed: 0, ignition: 0 },
      { after: HOUR, north: 0.1, speed: 0, ignition: 0 },
    ]);
    expect(legKindAt(towed, 0, 3)).toBe('moving');
  });

  it('is late and silent by its own measure', () => {
    expect(ageLimitsOf(false, null, limits)).toEqual({ live: 5 * MINUTE, late: HOUR });
    expect(ageLimitsOf(false, 10 * MINUTE, limits)).toEqual({ live: 15 * MINUTE, late: HOUR });
    expect(ageLimitsOf(false, HOUR, limits)).toEqual({ live: 1.5 * HOUR, late: 2.5 * HOUR });
    expect(ageLimitsOf(true, HOUR, limits)).toEqual({ live: 1.5 * HOUR, late: 24 * HOUR });
  });

  it('needs half its interval for a stop, and two minutes at least', () => {
    expect(shortestStopOf({ moving: null, still: null })).toBe(2 * MINUTE);
    expect(shortestStopOf({ moving: 10 * MINUTE, still: null })).toBe(5 * MINUTE);
  });
});

describe('an interval that is a second longer', () => {
  const speed = 20;
  const secondsUp = Array.from({ length: 1200 }, (_, index) => 60 + index);
  const mostChange = (days: Figures[], key: keyof Figures): number =>
    Math.max(
      ...days.slice(1).map((day, index) => Math.abs(day[key] - (days[index]?.[key] ?? NaN))),
    );

  it('never changes what counts of a leg by more than that second holds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 * 3600 }),
        fc.integer({ min: 60, max: 3600 }),
        (seconds, limit) => {
          const before = seconds * knownShare(seconds, limit);
          const after = (seconds + 1) * knownShare(seconds + 1, limit);
          expect(Math.abs(after - before)).toBeLessThanOrEqual(1 + 1e-9);
          // The way that is between two fixes stays the same if they are a second further apart.
          const way = speed * seconds;
          const change = way * (knownShare(seconds, limit) - knownShare(seconds + 1, limit));
          expect(change).toBeGreaterThanOrEqual(0);
          expect(change).toBeLessThanOrEqual(speed * (1 + 1e-9));
        },
      ),
    );
  });

  it('never changes a day of such intervals by more than those seconds hold', () => {
    const days = secondsUp.map((seconds) =>
      figures(track(repeat(20, { after: seconds * SECOND, north: 0.03, speed: 60 }))),
    );
    expect(mostChange(days, 'drivenFor')).toBeLessThanOrEqual(19 * SECOND + 1);
    expect(mostChange(days, 'meters')).toBeLessThan(1);
  });

  it('in a day of other intervals never changes the day by more than that second holds', () => {
    const usual = repeat(40, { after: 30 * SECOND, north: 0.005, speed: 60 });
    const days = secondsUp.map((seconds) => {
      const long: Report = { after: seconds * SECOND, north: 0.05, speed: 60 };
      return figures(track([...usual, long, ...usual]));
    });
    expect(mostChange(days, 'drivenFor')).toBeLessThanOrEqual(SECOND * (1 + 1e-6));
    // As fast as a vehicle is that needs five minutes for it: all that is shorter counts whole.
    const metersInSecond = distanceBetween(-23, -46.6, -22.95, -46.6) / 300;
    expect(mostChange(days, 'meters')).toBeLessThanOrEqual(metersInSecond * (1 + 1e-6));
  });

  it('counts in the end as what it is: a way that nobody knows', () => {
    expect(knownShare(300, 300)).toBe(1);
    expect(knownShare(900, 300)).toBe(0);
    expect(knownShare(3600, 300)).toBe(0);
  });

  it('counts for nothing where no vehicle is as fast', () => {
    expect(countedShare({ duration: 10 * SECOND, meters: 9_000_000 }, limits.gap)).toBe(0);
  });
});
