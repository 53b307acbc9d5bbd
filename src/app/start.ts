import type { Locale } from '@contract/settings';
import { watch, type App } from 'vue';
import { createPinia } from 'pinia';
import { readAppInfo, useAppInfo } from './app-info';
import { followFormatChoices } from '@/i18n/format-choices';
import { followDensity } from '@/ui/density';
import { chooseLocale, i18nPlugin, loadLanguage, setLocale, setPseudo } from '@/i18n/i18n';
import { useConnectionsStore } from './stores/connections-store';
import { useProxyStore } from './stores/proxy-store';
import { useSessionStore } from './stores/session-store';
import { useSettingsStore } from './stores/settings-store';
import { setSystemLocale, useSystemLocale } from '@/i18n/system-locale';
import { followTheme } from './theme';

/** Resolves once somebody is signed in: this document may load before main knows. */
export function whenSignedIn(): Promise<void> {
  const session = useSessionStore();
  return new Promise((resolve) => {
    const end = watch(
      () => ['signed-in', 'expired'].includes(session.state.phase),
      (isIn) => {
        if (!isIn) return;
        resolve();
        // It may be so at once, before there is an end to call.
        queueMicrotask(() => {
          end();
        });
      },
      { immediate: true, flush: 'sync' },
    );
  });
}

/**
 * What both documents do before they show themselves: sentences, stores, preferences. The page is
 * mounted once theme and language are known, so that nothing flashes.
 */
export async function prepare(app: App): Promise<void> {
  app.use(createPinia());
  app.use(i18nPlugin);
  const settings = useSettingsStore();
  await Promise.all([
    // Nearly always the one: it comes while main is asked.
    loadLanguage(chooseLocale(window.navigator.languages)),
    readAppInfo(),
    settings.start(),
    useSessionStore().start(),
    useConnectionsStore().start(),
    useProxyStore().start(),
  ]);
  // Main names the language in use: the system's, unless a person chose another.
  setSystemLocale(
    settings.state.locale === null
      ? useAppInfo().value.locale
      : chooseLocale(window.navigator.languages),
  );
  const system = useSystemLocale();
  followTheme(() => settings.state.theme);
  followDensity(() => settings.state.density);
  followFormatChoices(() => settings.state);
  const chosen = () => settings.state.locale ?? system.value;
  const speak = async (locale: Locale) => {
    await loadLanguage(locale);
    // Another one may have been chosen meanwhile.
    if (locale === chosen()) setLocale(locale);
  };
  watch(chosen, (locale) => void speak(locale), { flush: 'sync' });
  await speak(chosen());
  if (useAppInfo().value.testHooks) {
    const holder = window as unknown as { __fleetdesk?: object };
    holder.__fleetdesk = Object.assign(holder.__fleetdesk ?? {}, {
      pseudo: async (isOn: boolean) => {
        await loadLanguage('en');
        setPseudo(isOn);
      },
      clipped: async () => (await import('./clipped-words')).clippedWords(),
    });
  }
}
