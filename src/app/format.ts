import type { Place } from '@contract/rules/longitudes';
import { computed, onScopeDispose, ref, watch, type Ref } from 'vue';
import { useAppInfo } from './app-info';
import { longestNap, timeNow } from './clock';
import { useDateLocale } from '@/i18n/date-locale';
import { useFormatChoices } from '@/i18n/format-choices';
import { useI18n } from '@/i18n/i18n';
import { useSessionStore } from './stores/session-store';
import { onTick } from './ticks';

/** Also for speeds and distances that are more than text, as on an axis. */
export const kilometresPerMile = 1.609344;

/** Formatters are costly to make and few: one for each language, kind and options. */
const made = new Map<string, unknown>();
function once<T>(key: string, make: () => T): T {
  const found = made.get(key);
  if (found !== undefined) return found as T;
  const formatter = make();
  made.set(key, formatter);
  return formatter;
}

function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(
    `d${locale}${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, options),
  );
}

function numbers(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`n${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
}

/** Hours and minutes, by the clock that a person reads. */
const clocks = {
  h23: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  h12: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
} as const;
const numericDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const calendar = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** An age in the one unit it is given in, full ones alone: an age only ever grows. */
function wholeUnits(milliseconds: number): {
  value: number;
  unit: 'second' | 'minute' | 'hour' | 'day';
} {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return { value: seconds, unit: 'second' };
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 172_800) return { value: Math.floor(seconds / 3600), unit: 'hour' };
  return { value: Math.floor(seconds / 86_400), unit: 'day' };
}

/**
 * Dates, numbers and units for a person: in the language in use, dates in the order of the system's
 * region, in the time zone and units of the connection. Moments are epoch milliseconds, distances
 * metres, speeds km/h, durations seconds. Everything is reactive where it is read in templates and
 * computed values.
 */
export function useFormat() {
  const { locale } = useI18n();
  const { dateLocale, weekLocale, weekBegin } = useDateLocale();
  const choices = useFormatChoices();
  const info = useAppInfo();
  const session = useSessionStore();
  const zone = computed(() => session.connection?.timeZone ?? info.value.timeZone);
  const isImperial = computed(() => session.connection?.units === 'mph');

  const clock = () => clocks[choices.value.clock];

  function inZone(at: number, options: Intl.DateTimeFormatOptions): string {
    return dates(dateLocale.value, { ...options, timeZone: zone.value }).format(at);
  }

  function unit(value: number, name: string, digits: number): string {
    return numbers(locale.value, {
      style: 'unit',
      unit: name,
      maximumFractionDigits: digits,
    }).format(value);
  }

  /** `14:02`, or with seconds `14:02:31`. */
  function time(at: number, seconds = true): string {
    return inZone(at, seconds ? { ...clock(), second: '2-digit' } : clock());
  }

  /** The zone's short name at a moment, such as `GMT-3`. */
  function zoneName(at: number = timeNow()): string {
    const parts = dates(locale.value, { timeZone: zone.value, timeZoneName: 'short' });
    return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone.value;
  }

  /** A speed, from km/h. */
  function speed(kmh: number): string {
    return isImperial.value
      ? unit(kmh / kilometresPerMile, 'mile-per-hour', 0)
      : unit(kmh, 'kilometer-per-hour', 0);
  }

  /** A distance, from metres: metres when short, one decimal below 100 km. */
  function distance(metres: number): string {
    if (!isImperial.value && metres < 1000) return unit(metres, 'meter', 0);
    const value = metres / 1000 / (isImperial.value ? kilometresPerMile : 1);
    return unit(value, isImperial.value ? 'mile' : 'kilometer', value < 100 ? 1 : 0);
  }

  /** A number of seconds, minutes, hours or days, as short as the language writes it. */
  function shortSpan(value: number, name: string): string {
    const text = numbers(locale.value, {
      style: 'unit',
      unit: name,
      unitDisplay: 'narrow',
    }).format(value);
    // Chromium leaves the space out, which Spanish demands before every unit.
    return locale.value.startsWith('es') ? text.replace(/(\d)(?=\p{L})/u, '$1\u00a0') : text;
  }

  /** A duration, from seconds: `3d 4h`, `1h 24m`, `3m`, `40s`. */
  function duration(seconds: number): string {
    const whole = Math.max(0, Math.round(seconds));
    if (whole < 60) return shortSpan(whole, 'second');
    const minutes = Math.round(whole / 60);
    if (minutes < 60) return shortSpan(minutes, 'minute');
    const hours = Math.floor(minutes / 60);
    const and = (rest: number, name: string): string =>
      rest === 0 ? '' : ` ${shortSpan(rest, name)}`;
    if (hours < 48) return shortSpan(hours, 'hour') + and(minutes % 60, 'minute');
    return shortSpan(Math.floor(hours / 24), 'day') + and(hours % 24, 'hour');
  }

  /** How long ago something was, from milliseconds: `40s ago`, `3m ago`, `2d ago`. */
  function age(milliseconds: number): string {
    const { value, unit: name } = wholeUnits(milliseconds);
    const relative = once(
      `r${locale.value}`,
      () => new Intl.RelativeTimeFormat(locale.value, { style: 'narrow', numeric: 'always' }),
    );
    return relative.format(-value, name);
  }

  /** The same age for a narrow column: `40s`, `3m`, `2d`. */
  function shortAge(milliseconds: number): string {
    const { value, unit: name } = wholeUnits(milliseconds);
    return shortSpan(value, name);
  }

  /** A span in its largest full unit and in words, from milliseconds: `19 years`, `3 hours`. */
  function span(milliseconds: number): string {
    const days = Math.floor(milliseconds / 86_400_000);
    const { value, unit: name } =
      days >= 730
        ? { value: Math.floor(days / 365.25), unit: 'year' }
        : days >= 60
          ? { value: Math.floor(days / 30.44), unit: 'month' }
          : days >= 14
            ? { value: Math.floor(days / 7), unit: 'week' }
            : wholeUnits(milliseconds);
    return numbers(locale.value, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
  }

  return {
    /** IANA name of the zone in which times are shown. */
    zone,
    /** The language in use, for `Intl` calls of a feature's own. */
    locale,
    /** For calendars: its region says on which day a week begins. */
    weekLocale,
    weekBegin,
    isImperial,
    time,
    zoneName,
    speed,
    distance,
    duration,
    age,
    shortAge,
    span,
    /** `14:02:31 GMT-3` */
    timeWithZone: (at: number) => `${time(at)} ${zoneName(at)}`,
    /** `27 Nov 2026` */
    date: (at: number) => inZone(at, calendar),
    /** `27 Nov 2026, 14:02` */
    dateTime: (at: number) => inZone(at, { ...calendar, ...clock() }),
    /** `27/11/2026, 14:02`: for a narrow column. */
    numericDateTime: (at: number) => inZone(at, { ...numericDay, ...clock() }),
    /** `27/11/2026`: a calendar day `YYYY-MM-DD` for a narrow column. */
    numericDay: (day: string) =>
      dates(dateLocale.value, { ...numericDay, timeZone: 'UTC' }).format(
        Date.parse(`${day}T00:00:00Z`),
      ),
    /** `27 Nov, 14:02`: of a moment that is not long ago. */
    shortDateTime: (at: number) => inZone(at, { day: 'numeric', month: 'short', ...clock() }),
    /** A calendar day `YYYY-MM-DD`, which belongs to no zone. */
    day: (day: string, options: Intl.DateTimeFormatOptions = { ...calendar, weekday: 'short' }) =>
      dates(dateLocale.value, { ...options, timeZone: 'UTC' }).format(
        Date.parse(`${day}T00:00:00Z`),
      ),
    /** `-23.24310, -46.95120` */
    place: ({ latitude, longitude }: Place) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      numbers(locale.value, options).format(value),
  };
}

/**
 * The present moment as a ref, for ages that grow; it ticks while the component lives.
 * @param isCounted whether somebody counts just now: an interval costs the processor its rest
 */
export function useNow(every = 1000, isCounted?: () => boolean): Readonly<Ref<number>> {
  const now = ref(timeNow());
  // Looked at more often than it is shown: after a sleep of the machine ages are right at once.
  // Ticks come a little early or late, and between two of them a component may be new.
  const look = () => {
    const passed = timeNow() - now.value;
    if (passed >= every - longestNap / 2 || passed < 0) now.value = timeNow();
  };
  const tick = (): (() => void) => {
    if (every >= longestNap) return onTick(look, every);
    const timer = setInterval(look, every);
    return () => {
      clearInterval(timer);
    };
  };
  if (isCounted === undefined) onScopeDispose(tick());
  else {
    const follow = (counted: boolean, _: unknown, onCleanup: (end: () => void) => void) => {
      if (!counted) return;
      now.value = timeNow();
      onCleanup(tick());
    };
    watch(isCounted, follow, { immediate: true, flush: 'sync' });
  }
  return now;
}
