import { describe, expect, it } from 'vitest';
import type { DaySummary } from '@contract/trajectories';
import { isDay, monthBefore, monthOf, nearestDays, spanOfMonth } from '@/features/playback/days';
import { trackOf } from './tracks';

function summaryOf(day: string): DaySummary {
  return { ...trackOf([]).summary, day };
}

describe('days', () => {
  it.each(['2026-02-30', '2026-13-01', '20260310', '2026-3-1', '', null, 20260310, ['2026-03-10']])(
    'are not %j',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  it('are 29 February of a leap year', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(monthOf('2028-02-29')).toBe('2028-02');
  });

  it('have a month before theirs, also in January', () => {
    expect(monthBefore('2026-03')).toBe('2026-02');
    expect(monthBefore('2026-01')).toBe('2025-12');
  });
});

describe('the span of a month', () => {
  it('ends with the month', () => {
    expect(spanOfMonth('2026-02', '2026-11-27')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  it('ends today in the present month', () => {
    expect(spanOfMonth('2026-11', '2026-11-27')).toEqual({ from: '2026-11-01', to: '2026-11-27' });
  });

  it('is nothing of a month still ahead', () => {
    expect(spanOfMonth('2026-12', '2026-11-27')).toBeNull();
  });
});

describe('the nearest days with data', () => {
  const days = ['2026-03-02', '2026-03-09', '2026-03-12', '2026-03-20'].map(summaryOf);

  it('lie before and after', () => {
    const { before, after } = nearestDays(days, '2026-03-10');
    expect([before?.day, after?.day]).toEqual(['2026-03-09', '2026-03-12']);
  });

  it('are not the day itself, and none where there are none', () => {
    const { before, after } = nearestDays(days, '2026-03-20');
    expect([before?.day, after]).toEqual(['2026-03-12', null]);
    expect(nearestDays([], '2026-03-20')).toEqual({ before: null, after: null });
  });
});
