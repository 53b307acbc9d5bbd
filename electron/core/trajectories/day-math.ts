import { parseDate } from '@internationalized/date';

const DAY = 24 * 60 * 60_000;

/**
 * Start of a day and of the next one in a zone, epoch milliseconds. A day on which clocks change
 * has 23 or 25 hours, and one whose midnight is skipped begins at the first moment it has.
 */
export function dayBounds(day: string, timeZone: string): { from: number; to: number } {
  const date = parseDate(day);
  return {
    from: date.toDate(timeZone).getTime(),
    to: date.add({ days: 1 }).toDate(timeZone).getTime(),
  };
}

/** How many days a span has, both ends included; 0 or less for a reversed one. */
export function daysIn(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1;
}

/** The day `count` days later. */
export function addDays(day: string, count: number): string {
  return parseDate(day).add({ days: count }).toString();
}
