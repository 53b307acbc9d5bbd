import { DateTime } from 'luxon';

/** The key `acc` of a day (service defaults, "Trajectories"): `2026-03-10` is 20260310. */
export function accOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** The day that a key or a date names, or null where it names none. */
export function dayOfAcc(acc: unknown): string | null {
  const text = typeof acc === 'number' || typeof acc === 'string' ? String(acc).trim() : '';
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/.exec(text);
  if (parts === null) return null;
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  return DateTime.fromISO(day, { zone: 'utc' }).isValid ? day : null;
}

/**
 * Start of a day and of the next one in a zone, epoch milliseconds. A day on which clocks change
 * has 23 or 25 hours, and one whose midnight is skipped begins at the first moment it has.
 */
export function dayBounds(day: string, timeZone: string): { from: number; to: number } {
  const start = DateTime.fromISO(day, { zone: timeZone }).startOf('day');
  return { from: start.toMillis(), to: start.plus({ days: 1 }).startOf('day').toMillis() };
}

/** How many days a span has, both ends included; 0 or less for a reversed one. */
export function daysIn(from: string, to: string): number {
  const start = DateTime.fromISO(from, { zone: 'utc' });
  return DateTime.fromISO(to, { zone: 'utc' }).diff(start, 'days').days + 1;
}

/** The day `count` days later. */
export function addDays(day: string, count: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days: count }).toFormat('yyyy-MM-dd');
}
