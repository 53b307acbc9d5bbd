import { fromAbsolute, toCalendarDate } from '@internationalized/date';

/** The calendar day of a moment (epoch milliseconds) in a time zone, as `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string): string {
  return toCalendarDate(fromAbsolute(moment, timeZone)).toString();
}
