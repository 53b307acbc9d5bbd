import { watch, type App } from 'vue';
import { createPinia } from 'pinia';
import { readAppInfo, useAppInfo } from './app-info';
import { i18nPlugin, setLocale } from './i18n';
import { useConnectionsStore } from './stores/connections-store';
import { useSessionStore } from './stores/session-store';
import { useSettingsStore } from './stores/settings-store';
import { followTheme } from './theme';

/**
 * What both documents do before they show themselves: sentences, stores, preferences. The page is
 * mounted once theme and language are known, so that nothing flashes.
 */
export async function prepare(app: App): Promise<void> {
  app.use(createPinia());
  app.use(i18nPlugin);
  const settings = useSettingsStore();
  await Promise.all([
    readAppInfo(),
    settings.start(),
    useSessionStore().start(),
    useConnectionsStore().start(),
  ]);
  const info = useAppInfo();
  followTheme(() => settings.state.theme);
  watch(
    () => settings.state.locale ?? info.value.locale,
    (locale) => {
      setLocale(locale);
    },
    { immediate: true, flush: 'sync' },
  );
}
