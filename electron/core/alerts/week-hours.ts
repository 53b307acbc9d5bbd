import { fromAbsolute } from '@internationalized/date';
import type { WeekHours } from '@contract/alert-rules';

/** Whether a moment is within hours of the week. @param at epoch milliseconds */
export function isWithinHours(
  { days, from, to }: WeekHours,
  at: number,
  timeZone: string,
): boolean {
  const time = fromAbsolute(at, timeZone);
  const minute = time.hour * 60 + time.minute;
  // Monday is 1, Sunday 7.
  const weekday = new Date(at + time.offset).getUTCDay() || 7;
  if (from < to) return days.includes(weekday) && minute >= from && minute < to;
  // Into the next day: what is after midnight belongs to the day before.
  if (minute >= from) return days.includes(weekday);
  return minute < to && days.includes(weekday === 1 ? 7 : weekday - 1);
}
