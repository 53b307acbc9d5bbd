import { locales } from '@contract/settings';
import { loadLanguage } from '@/i18n/i18n';

/** A page loads the language that it speaks; tests speak all of them at once. */
await Promise.all(locales.map((locale) => loadLanguage(locale)));
