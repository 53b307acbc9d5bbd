import { describe, expect, it } from 'vitest';
import { timeOfDay } from '@/app/day-at';
import { fractionOf, momentAt, timeTicks } from '@/features/playback/time-ticks';

const hour = 3_600_000;

describe('the ticks of the time axis', () => {
  const span = { from: Date.UTC(2026, 2, 10, 9, 12), to: Date.UTC(2026, 2, 10, 21, 40) };
  const inUtc = (ticks: number[]) =>
    ticks.map((tick) => new Date(tick).toISOString().slice(11, 16));

  it('are round hours with room for their labels', () => {
    const ticks = inUtc(timeTicks(span, 1000, 'America/Sao_Paulo'));
    expect(ticks.slice(0, 3)).toEqual(['10:00', '11:00', '12:00']);
    expect(ticks.at(-1)).toBe('21:00');
  });

  it('are fewer on a narrow axis and finer on a short span', () => {
    expect(inUtc(timeTicks(span, 300, 'UTC'))).toEqual(['12:00', '15:00', '18:00', '21:00']);
    const short = { from: span.from, to: span.from + 10 * 60_000 };
    expect(inUtc(timeTicks(short, 1000, 'UTC'))).toHaveLength(11);
  });

  it('are round by the clocks of a zone that is off by part of an hour', () => {
    const ticks = inUtc(timeTicks(span, 1000, 'Asia/Kolkata'));
    expect(ticks.slice(0, 2)).toEqual(['09:30', '10:30']);
  });

  it('stay round on days when clocks change', () => {
    const day = (from: string, hours: number, pixels: number) => {
      const start = Date.parse(from);
      const zone = 'Europe/Madrid';
      return timeTicks({ from: start, to: start + hours * hour }, pixels, zone).map((tick) =>
        timeOfDay(tick, zone).slice(0, 5),
      );
    };
    const even = ['00:00', '04:00', '06:00', '08:00'];
    expect(day('2026-03-29T00:00+01:00', 8, 400).slice(0, 4)).toEqual(even);
    const late = day('2026-10-25T00:00+02:00', 24, 1000);
    expect(late).toEqual(
      [...['00', '02', '04', '06', '08', '10', '12', '14', '16', '18', '20', '22']].map(
        (at) => `${at}:00`,
      ),
    );
    const twice = day('2026-10-25T00:00+02:00', 5, 500);
    expect(twice).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00', '04:00']);
  });

  it('are none without span or room', () => {
    expect(timeTicks({ from: 5, to: 5 }, 1000, 'UTC')).toEqual([]);
    expect(timeTicks(span, 0, 'UTC')).toEqual([]);
  });
});

describe('places on the axis', () => {
  const span = { from: 10 * hour, to: 20 * hour };

  it('lead to moments and back', () => {
    expect(fractionOf(span, 15 * hour)).toBe(0.5);
    expect(momentAt(span, 0.25)).toBe(12.5 * hour);
    expect(momentAt(span, fractionOf(span, 17 * hour))).toBe(17 * hour);
  });

  it('stay on the axis', () => {
    expect([fractionOf(span, 0), fractionOf(span, 99 * hour)]).toEqual([0, 1]);
    expect([momentAt(span, -1), momentAt(span, 2)]).toEqual([span.from, span.to]);
    expect(fractionOf({ from: 1, to: 1 }, 1)).toBe(0);
  });
});
