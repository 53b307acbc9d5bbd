import type { Locale, Settings } from '@contract/settings';

/** How a time of day is written. */
export interface ClockTerms {
  locale: Locale;
  /** A person's choice, whatever the language is used to. */
  clock: Settings['clock'];
  /** Zone of the connection; that of this computer where there is none. */
  timeZone: string | undefined;
}

/** A moment as a time of day in hours and minutes: `14:02`, `2:02 PM`. */
export function clockTime(at: number, { locale, clock, timeZone }: ClockTerms): string {
  const hour = clock === 'h23' ? '2-digit' : 'numeric';
  return new Intl.DateTimeFormat(locale, {
    ...{ hour, minute: '2-digit', hourCycle: clock, timeZone },
  }).format(at);
}
