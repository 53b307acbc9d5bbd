/**
 * The city lives in the zone UTC-3 all year round (Brazil has no daylight saving time). Instants
 * are seconds since the epoch; a local day is a count of days since 1 January 1970 there.
 */
const UTC_OFFSET_SECONDS = -3 * 3600;
export const DAY_SECONDS = 86_400;

export function localDayOf(instant: number): number {
  return Math.floor((instant + UTC_OFFSET_SECONDS) / DAY_SECONDS);
}

/** The instant at which a local day begins. */
export function startOfDay(day: number): number {
  return day * DAY_SECONDS - UTC_OFFSET_SECONDS;
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The service's key of a day: the integer YYYYMMDD. */
export function accOf(day: number): number {
  const date = new Date(day * DAY_SECONDS * 1000);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** The day of a key YYYYMMDD, or null where there is no such date. */
export function dayOfAcc(acc: number): number | null {
  const year = Math.floor(acc / 10_000);
  const month = Math.floor(acc / 100) % 100;
  const date = acc % 100;
  if (year < 1970 || year > 9999) return null;
  const day = Date.UTC(year, month - 1, date) / 1000 / DAY_SECONDS;
  return accOf(day) === acc ? day : null;
}

/** An instant in ISO 8601 with the city's offset. */
export function toLocalIso(instant: number): string {
  const local = new Date((instant + UTC_OFFSET_SECONDS) * 1000).toISOString();
  return `${local.slice(0, 19)}-03:00`;
}
