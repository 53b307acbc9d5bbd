import type { Locale } from '@contract/settings';
import { readonly, ref } from 'vue';

const locale = ref<Locale>('en');

/** The language in use where a person chose none. */
export function useSystemLocale() {
  return readonly(locale);
}

/** Set once, before the page is shown. */
export function setSystemLocale(value: Locale): void {
  locale.value = value;
}
