import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accOf, dayOfAcc } from '@core/service/day-key';
import { addDays, dayBounds, daysIn } from '@core/trajectories/day-math';

const HOUR = 60 * 60_000;

describe('the bounds of a day', () => {
  it.each([
    ['2026-03-10', 'America/Sao_Paulo', '2026-03-10T03:00:00Z', 24],
    ['2026-03-10', 'UTC', '2026-03-10T00:00:00Z', 24],
    ['2026-03-10', 'Asia/Kolkata', '2026-03-09T18:30:00Z', 24],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
    // Clocks went from 00:00 to 01:00: the day began at one o'clock.
    ['2017-10-15', 'America/Sao_Paulo', '2017-10-15T03:00:00Z', 23],
    // And back from 00:00 to 23:00: the hour before midnight came twice.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00Z', 25],
    // Clocks go back from 01:00 to 00:00: the first of two midnights begins the day.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z', 25],
  ])('%s in %s begins %s and lasts %d hours', (day, zone, from, hours) => {
    const bounds = dayBounds(day, zone);
    expect(new Date(bounds.from).toISOString()).toBe(new Date(from).toISOString());
    expect((bounds.to - bounds.from) / HOUR).toBe(hours);
  });

  it('leaves no moment between two days, in any zone', () => {
    const zones = fc.constantFrom(
      'America/Sao_Paulo',
      'America/New_York',
      'Europe/Lisbon',
      'Australia/Lord_Howe',
      'Pacific/Auckland',
      'Asia/Kolkata',
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), zones, (offset, zone) => {
        const day = addDays('2005-01-01', offset);
        const bounds = dayBounds(day, zone);
        expect(dayBounds(addDays(day, 1), zone).from).toBe(bounds.to);
        expect((bounds.to - bounds.from) / HOUR).toBeGreaterThanOrEqual(23);
        expect((bounds.to - bounds.from) / HOUR).toBeLessThanOrEqual(25);
      }),
    );
  });
});

describe('the key of a day', () => {
  it('is the integer YYYYMMDD', () => {
    expect(accOf('2026-03-09')).toBe(20260309);
  });

  it.each([
    [20260309, '2026-03-09'],
    ['20260309', '2026-03-09'],
    ['2026-03-09', '2026-03-09'],
    ['2026-03-09T00:00:00Z', '2026-03-09'],
    [20260231, null],
    [20261301, null],
    ['yesterday', null],
    [null, null],
    [{}, null],
  ])('%o is read as %s', (acc, day) => {
    expect(dayOfAcc(acc)).toBe(day);
  });
});

describe('spans of days', () => {
  it('are counted with both ends, over months and clock changes', () => {
    expect(daysIn('2026-03-01', '2026-03-31')).toBe(31);
    expect(daysIn('2026-03-10', '2026-03-10')).toBe(1);
    expect(daysIn('2024-02-28', '2024-03-01')).toBe(3);
    expect(daysIn('2026-03-10', '2026-03-08')).toBeLessThan(1);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});
