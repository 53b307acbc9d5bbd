import {
  fromAbsolute,
  parseDateTime,
  toCalendarDate,
  toTime,
  toZoned,
} from '@internationalized/date';

/** The calendar day of a moment (epoch milliseconds) in a time zone, as `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string): string {
  return toCalendarDate(fromAbsolute(moment, timeZone)).toString();
}

/** Whether two moments (epoch milliseconds) are on one calendar day of a time zone. */
export function areSameDay(one: number, other: number, timeZone: string): boolean {
  return dayAt(one, timeZone) === dayAt(other, timeZone);
}

/** The time of day of a moment (epoch milliseconds) in a time zone, as `HH:MM:SS`. */
export function timeOfDay(moment: number, timeZone: string): string {
  return toTime(fromAbsolute(moment, timeZone)).toString().slice(0, 8);
}

/** A day and a time of day in a time zone, as epoch milliseconds. */
export function momentOf(day: string, time: string, timeZone: string): number {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone)
    .toDate()
    .getTime();
}
