import { endOfMonth, parseDate } from '@internationalized/date';
import type { DaySummary } from '@contract/trajectories';

/** A calendar month as `YYYY-MM`. */
export type Month = string;

/** Whether a text is a day that the calendar has, as `YYYY-MM-DD`. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return parseDate(text).toString() === text;
  } catch {
    return false;
  }
}

/** The month that a day `YYYY-MM-DD` belongs to. */
export function monthOf(day: string): Month {
  return day.slice(0, 7);
}

/** The month before one. */
export function monthBefore(month: Month): Month {
  return monthOf(parseDate(`${month}-01`).subtract({ months: 1 }).toString());
}

/** The first and the last day of a month up to today, or null of a month still ahead. */
export function spanOfMonth(month: Month, today: string): { from: string; to: string } | null {
  const first = parseDate(`${month}-01`);
  const from = first.toString();
  if (from > today) return null;
  const to = endOfMonth(first).toString();
  return { from, to: to < today ? to : today };
}

/** The nearest days with data before and after a day, where there are any. */
export function nearestDays(
  days: readonly DaySummary[],
  day: string,
): { before: DaySummary | null; after: DaySummary | null } {
  let before: DaySummary | null = null;
  let after: DaySummary | null = null;
  for (const each of days) {
    if (each.day < day && each.day > (before?.day ?? '')) before = each;
    if (each.day > day && (after === null || each.day < after.day)) after = each;
  }
  return { before, after };
}

/**
 * Whether a day no longer changed when it was read: devices hand in late what they could not send,
 * so not before the second day after it.
 */
export function isOver(day: string, readOn: string): boolean {
  return parseDate(day).add({ days: 2 }).toString() <= readOn;
}
