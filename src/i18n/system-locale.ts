import type { Locale } from '@contract/settings';
import { readonly, ref } from 'vue';

const locale = ref<Locale>('en');
const region = ref<string | null>(null);

/** The language in use where a person chose none. */
export function useSystemLocale() {
  return readonly(locale);
}

/** Set once, before the page is shown. */
export function setSystemLocale(value: Locale): void {
  locale.value = value;
}

/** The region of the system, two letters; null where it tells none. */
export function useSystemRegion() {
  return readonly(region);
}

/** Set once, before the page is shown. */
export function setSystemRegion(value: string | null): void {
  region.value = value;
}
