import type { Locale } from '@contract/settings';

/** A language named by itself, so that it is found by those who read no other. */
export function nameOfLanguage(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
