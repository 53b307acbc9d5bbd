import type { Locale } from '@contract/settings';

/** A tag of a language in the form of the standard: services also write `pt_BR`. */
function standardTag(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}

/** Whether two tags mean the same language. */
export function isSameLanguage(one: string, other: string): boolean {
  return standardTag(one) === standardTag(other);
}

/** What a language is called, such as `pt-BR` or `pt_BR`; null for what is none. */
export function nameOfLanguage(tag: string, locale: Locale): string | null {
  try {
    const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
    return names.of(standardTag(tag)) ?? null;
  } catch {
    return null;
  }
}
