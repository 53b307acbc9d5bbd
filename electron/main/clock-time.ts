import type { Locale, Settings } from '@contract/settings';

/** How a time of day is written. */
export interface ClockTerms {
  locale: Locale;
  /** A person's choice, whatever the language is used to. */
  clock: Settings['clock'];
  /** Zone of the connection; that of this computer where there is none. */
  timeZone: string | undefined;
}

/** The calendar day of a moment, to be compared. */
export function clockDay(at: number, { timeZone }: Pick<ClockTerms, 'timeZone'>): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
}

/** A moment as its day and time of day, for one of another day: `Mar 9, 14:02`. */
export function dayAndTime(at: number, { locale, clock, timeZone }: ClockTerms): string {
  const hour = clock === 'h23' ? '2-digit' : 'numeric';
  return new Intl.DateTimeFormat(locale, {
    ...{ month: 'short', day: 'numeric', hour, minute: '2-digit', hourCycle: clock, timeZone },
  }).format(at);
}

/** A moment as a time of day in hours and minutes: `14:02`, `2:02 PM`. */
export function clockTime(at: number, { locale, clock, timeZone }: ClockTerms): string {
  const hour = clock === 'h23' ? '2-digit' : 'numeric';
  return new Intl.DateTimeFormat(locale, {
    ...{ hour, minute: '2-digit', hourCycle: clock, timeZone },
  }).format(at);
}
