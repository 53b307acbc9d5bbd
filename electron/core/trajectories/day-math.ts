import { DateTime } from 'luxon';

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
