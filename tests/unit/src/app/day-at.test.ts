import { expect, it } from 'vitest';
import { dayAt } from '@/app/day-at';

it('is the calendar day of a moment in a time zone', () => {
  const moment = Date.UTC(2026, 2, 10, 2, 30);
  expect(dayAt(moment, 'America/Sao_Paulo')).toBe('2026-03-09');
  expect(dayAt(moment, 'UTC')).toBe('2026-03-10');
  expect(dayAt(moment, 'Pacific/Auckland')).toBe('2026-03-10');
});
