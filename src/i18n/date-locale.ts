import type { FirstWeekday, Locale } from '@contract/settings';
import { computed, type ComputedRef } from 'vue';
import { useI18n } from './i18n';
import { useFormatChoices } from './format-choices';
import { useSystemRegion } from './system-locale';

/**
 * The locale that dates are written in: words of the language in use, order as in the region of the
 * system. English without a region of its own for it has the order of most of the world.
 */
export function dateLocaleOf(language: Locale, region: string | null): string {
  const wanted = regional(language, region);
  const known = new Intl.DateTimeFormat(wanted).resolvedOptions().locale;
  if (known === wanted) return wanted;
  return language === 'en' ? 'en-001' : language;
}

/** A language as spoken in a region: `en` and `GB` make `en-GB`; English alone is that of the US. */
export function regional(language: Locale, region: string | null): string {
  if (region === null) return language === 'en' ? 'en-US' : language;
  return `${language.split('-')[0] ?? language}-${region}`;
}

const numbersOfDays: Record<FirstWeekday, 0 | 1 | 6> = { sunday: 0, monday: 1, saturday: 6 };

/** How dates are written and where a week begins, reactive to language and settings. */
export function useDateLocale(): {
  /** For `Intl.DateTimeFormat`. */
  dateLocale: ComputedRef<string>;
  /** For calendars: its region says on which day a week begins. */
  weekLocale: ComputedRef<string>;
  /** For calendars: the day that a person chose to begin weeks with, 0 for Sunday. */
  weekBegin: ComputedRef<{ weekStartsOn?: 0 | 1 | 6 }>;
} {
  const { locale } = useI18n();
  const system = useSystemRegion();
  const choices = useFormatChoices();
  const region = computed(() => choices.value.formatRegion ?? system.value);
  return {
    dateLocale: computed(() => dateLocaleOf(locale.value, region.value)),
    weekLocale: computed(() => regional(locale.value, region.value)),
    weekBegin: computed(() => {
      const { firstWeekday } = choices.value;
      return firstWeekday === null ? {} : { weekStartsOn: numbersOfDays[firstWeekday] };
    }),
  };
}
