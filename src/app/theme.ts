import type { Settings } from '@contract/settings';
import { readonly, ref, watchEffect } from 'vue';

/** The look in use, after the system was consulted. */
export type Theme = 'light' | 'dark';

const theme = ref<Theme>('light');

/** The look in use; map and charts redraw when it changes. */
export function useTheme() {
  return readonly(theme);
}

/** Follows settings and system for the life of the page and marks the root with `data-theme`. */
export function followTheme(chosen: () => Settings['theme']): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const systemIsDark = ref(dark.matches);
  dark.addEventListener('change', (event) => {
    systemIsDark.value = event.matches;
  });
  watchEffect(
    () => {
      const choice = chosen();
      theme.value = choice === 'system' ? (systemIsDark.value ? 'dark' : 'light') : choice;
      document.documentElement.dataset['theme'] = theme.value;
    },
    { flush: 'sync' },
  );
}
