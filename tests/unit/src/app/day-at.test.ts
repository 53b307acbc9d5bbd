import { expect, it } from 'vitest';
import { dayAt } from '@/app/day-at';

it('is the calendar day of a moment in a time zone', () => {
  const moment = Date.UTC(2026, 2, 10, 2, 30);
  expect(dayAt(moment, 'America/Sao_Paulo')).toBe('2026-03-09');
  expect(dayAt(moment, 'UTC')).toBe('2026-03-10');
  expect(dayAt(moment, 'Pacific/Auckland')).toBe('2026-03-10');
});

it('is that of each moment, on both sides of a midnight at any quarter of an hour', () => {
  // Midnight in Kathmandu is at 18:15 UTC.
  const midnight = Date.UTC(2026, 2, 9, 18, 15);
  for (const zone of ['Asia/Kathmandu', 'Asia/Kathmandu']) {
    expect(dayAt(midnight - 1, zone)).toBe('2026-03-09');
    expect(dayAt(midnight, zone)).toBe('2026-03-10');
    expect(dayAt(midnight, 'UTC')).toBe('2026-03-09');
  }
  // Until 1972 Monrovia was 44 minutes and 30 seconds behind.
  const old = Date.UTC(1970, 0, 1, 0, 44, 30);
  expect(dayAt(old - 1, 'Africa/Monrovia')).toBe('1969-12-31');
  expect(dayAt(old, 'Africa/Monrovia')).toBe('1970-01-01');
});
