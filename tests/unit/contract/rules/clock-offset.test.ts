import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClock, UNKNOWN_CLOCK, type ClockReading } from '@contract/rules/clock-offset';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const ROLLOVER = 1024 * WEEK;
const NOON = Date.UTC(2026, 2, 10, 12);

/** Reads reports, as `[minutes after noon at which each arrived, its lead over that]`. */
function readAll(reports: readonly (readonly [number, number])[]): ClockReading[] {
  let clock = UNKNOWN_CLOCK;
  return reports.map(([minutes, lead]) => {
    const arrivedAt = NOON + minutes * MINUTE;
    const reading = readClock(clock, { told: arrivedAt + lead, arrivedAt });
    clock = reading.clock;
    return reading;
  });
}

const verdicts = (reports: readonly (readonly [number, number])[]): string[] =>
  readAll(reports).map(({ verdict }) => verdict);

describe("a device's clock", () => {
  it('is right while reports are dated in the last days', () => {
    expect(
      verdicts([
        [0, 0],
        [1, -5_000],
        [2, 50_000],
        [3, -3 * HOUR],
        [9, -2 * 24 * HOUR],
      ]),
    ).toEqual(['right', 'right', 'right', 'right', 'right']);
  });

  it('is ahead where it dates a report in the future', () => {
    const [reading] = readAll([[0, 24 * HOUR]]);
    expect(reading?.verdict).toBe('ahead');
    expect(reading?.clock.offset).toBe(24 * HOUR);
  });

  it('is behind where a report that has just come is 1,024 weeks old', () => {
    const [, reading] = readAll([
      [0, -2_000],
      [1, -ROLLOVER],
    ]);
    expect(reading?.verdict).toBe('behind');
    expect(reading?.clock.offset).toBe(-ROLLOVER);
  });

  it('is behind where reports that are weeks old come as fast as time goes', () => {
    const late = [0, 1, 2, 3, 4].map((minutes) => [minutes, -3 * WEEK] as const);
    expect(verdicts(late)).toEqual(['right', 'right', 'right', 'behind', 'behind']);
  });

  it('is not doubted for the last words of a device that fell silent years ago', () => {
    expect(verdicts([[0, -100 * WEEK]])).toEqual(['right']);
  });

  it('is not doubted for reports that were buffered while the device was out of reach', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (faster, weeks) => {
          const buffered = [0, 1, 2, 3, 4, 5, 6].map(
            (minutes) => [minutes, -weeks * WEEK + minutes * (faster - 1) * MINUTE] as const,
          );
          expect(verdicts(buffered)).not.toContain('behind');
        },
      ),
    );
  });

  it('is right again with the first report that can be right', () => {
    for (const wrong of [30 * 24 * HOUR, -ROLLOVER]) {
      const readings = readAll([
        [0, 0],
        [1, wrong],
        [2, wrong],
        [3, -4_000],
      ]);
      expect(readings.at(-1)?.verdict).toBe('right');
      expect(readings.at(-1)?.clock.offset).toBe(0);
    }
  });
});
