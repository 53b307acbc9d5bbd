import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinSpeeds } from '@/features/playback/speed-series';
import { columnsOf, gapsOf } from './tracks';

function seriesOf(speeds: number[], pixels: number, apart = 1000) {
  const columns = columnsOf(speeds.map((speed, index) => ({ at: index * apart, speed })));
  const span = { from: 0, to: (speeds.length - 1) * apart };
  return thinSpeeds(columns, gapsOf(columns, 300_000), span, pixels);
}

describe('the speeds of the chart', () => {
  it('are all there where there is room', () => {
    expect(seriesOf([0, 10, 20, 5], 1000)).toEqual({
      times: [0, 1000, 2000, 3000],
      speeds: [0, 10, 20, 5],
    });
  });

  it('keep the highest and lowest of a column in their order', () => {
    expect(seriesOf([5, 80, 0, 20, 50, 50, 50, 50], 2)).toEqual({
      times: [1000, 2000, 4000, 7000],
      speeds: [80, 0, 50, 50],
    });
  });

  it('break at a gap and where no speed is known', () => {
    const columns = columnsOf([
      { at: 0, speed: 10 },
      { at: 1000, speed: 20 },
      { at: 600_000, speed: 30 },
      { at: 601_000, speed: NaN },
      { at: 602_000, speed: NaN },
      { at: 603_000, speed: 40 },
    ]);
    const span = { from: 0, to: 603_000 };
    expect(thinSpeeds(columns, gapsOf(columns, 300_000), span, 10_000)).toEqual({
      times: [0, 1000, 1001, 600_000, 601_001, 603_000],
      speeds: [10, 20, null, 30, null, 40],
    });
  });

  it('lie within the span alone', () => {
    const columns = columnsOf([0, 1, 2, 3].map((at) => ({ at, speed: at })));
    expect(thinSpeeds(columns, [], { from: 1, to: 2 }, 100).speeds).toEqual([1, 2]);
  });

  it('lose no peak, stay in order and stay few, however long the day is', () => {
    const day = fc.array(fc.integer({ min: 0, max: 140 }), { minLength: 2, maxLength: 3000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 400 }), (speeds, pixels) => {
        const series = seriesOf(speeds, pixels);
        const shown = series.speeds.filter((speed) => speed !== null);
        expect(Math.max(...shown)).toBe(Math.max(...speeds));
        expect(Math.min(...shown)).toBe(Math.min(...speeds));
        expect(series.times).toEqual([...series.times].sort((one, other) => one - other));
        expect(series.times.length).toBeLessThanOrEqual(2 * (pixels + 1));
      }),
    );
  });
});
