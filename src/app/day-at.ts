import {
  fromAbsolute,
  parseDateTime,
  toCalendarDate,
  toTime,
  toZoned,
} from '@internationalized/date';

/** A clock's days begin at whole quarters of an hour, in every zone since this moment. */
const QUARTER = 900_000;
const sinceWhen = Date.UTC(1975, 0);
/** Days by zone and quarter: lists ask for the same few again and again. */
const known = new Map<string, string>();
const knownAtMost = 1_000;

/** The calendar day of a moment (epoch milliseconds) in a time zone, as `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string): string {
  if (moment < sinceWhen) return dayOf(moment, timeZone);
  const quarter = `${timeZone} ${String(Math.floor(moment / QUARTER))}`;
  const found = known.get(quarter);
  if (found !== undefined) return found;
  const day = dayOf(moment, timeZone);
  if (known.size >= knownAtMost) known.clear();
  known.set(quarter, day);
  return day;
}

function dayOf(moment: number, timeZone: string): string {
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
