import {
  ArrowLeftRight,
  CircleQuestionMark,
  Download,
  Keyboard,
  LogOut,
  Moon,
  Plus,
  Stethoscope,
  Sun,
  SunMoon,
} from '@lucide/vue';
import { onScopeDispose, watchEffect } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { useActions, type Action } from './actions';
import { useBridge } from '@/bridge';
import { articleOfScreen } from '@/features/help/articles';
import { describedKinds, recordKinds } from '@/features/kinds';
import { pathOf } from '@/features/records/kind';
import { useI18n } from '@/i18n/i18n';
import { keepFocus } from './kept-focus';
import { useOverlays } from './overlays';
import { isOwnWindow, useOwnWindow } from './own-window';
import { screens, wayTo } from './screens';
import { followPower } from './saving-power';
import { settingsSectionAt } from './settings-place';
import { shortcutsOf } from './shortcut-keys';
import { listenForShortcuts, useShortcuts } from './shortcuts';
import { useBudgetStore } from './stores/budget-store';
import { useFleetStore } from './stores/fleet-store';
import { useSettingsStore } from './stores/settings-store';
import { holdForUnsaved } from './unsaved';
import { useOfflineWork } from './use-offline-work';
import { useDesktop } from './use-desktop';
import { usePermission } from './use-permission';

/** What the frame does beside showing itself: states, keys and actions that hold on every screen. */
export function useFrame(): void {
  const { t } = useI18n();
  const route = useRoute();
  const router = useRouter();
  const overlays = useOverlays();
  const settings = useSettingsStore();
  const { refusal } = usePermission();

  void useBudgetStore().start();
  void useFleetStore().start();
  useOfflineWork();
  useDesktop();
  followPower();

  holdForUnsaved(router);
  useOwnWindow();

  watchEffect(() => {
    const name = t('app.name');
    document.title = route.meta.title ? `${t(route.meta.title)} · ${name}` : name;
  });

  listenForShortcuts();
  onScopeDispose(keepFocus());
  /** Help opens at the screen in front. */
  async function openHelp(): Promise<void> {
    const screen = route.path.split('/')[1] ?? '';
    if (screen === 'help') return;
    const isDescribed = describedKinds().some(({ collection }) => collection === screen);
    const article = articleOfScreen(screen, isDescribed);
    await router.push({ path: '/help', query: { article } });
  }

  const on = shortcutsOf('app.keys.general');
  useShortcuts([
    ...on('app.search.title', {
      run: () => {
        overlays.open('palette');
      },
    }),
    ...screens().flatMap((screen) =>
      screen.keys === undefined
        ? []
        : [
            {
              keys: screen.keys,
              label: screen.label,
              group: 'app.keys.general' as const,
              run: () => void router.push(wayTo(screen, route)),
            },
          ],
    ),
    ...on('help.open', { run: () => void openHelp() }),
    ...on('app.keys.title', {
      run: () => {
        overlays.open('keys');
      },
    }),
  ]);

  const setTheme = (theme: 'light' | 'dark' | 'system') => () => {
    void settings.update({ theme });
  };
  const begin = (path: string) => () => void router.push({ path, query: { new: null } });
  const leaving: Action[] = [
    {
      id: 'switch-connection',
      label: 'app.connection.switch',
      icon: ArrowLeftRight,
      run: () => {
        overlays.open('switch-connection');
      },
    },
    {
      id: 'sign-out',
      label: 'app.signOut.menu',
      icon: LogOut,
      run: () => {
        overlays.open('sign-out');
      },
    },
  ];
  useActions([
    {
      id: 'diagnose',
      label: 'diagnose.title',
      icon: Stethoscope,
      run: () => void router.push('/diagnose'),
    },
    {
      id: 'check-for-updates',
      label: 'updates.menu',
      icon: Download,
      run: () => {
        void useBridge().updates.check();
        void router.push(settingsSectionAt('updates'));
      },
    },
    ...recordKinds().map(({ collection }) => ({
      id: `new ${collection}`,
      label: `${collection}.new` as const,
      icon: Plus,
      run: begin(pathOf(collection)),
      refusal: () => refusal(collection, 'create'),
    })),
    { id: 'light', label: 'app.actions.light', icon: Sun, run: setTheme('light') },
    { id: 'dark', label: 'app.actions.dark', icon: Moon, run: setTheme('dark') },
    { id: 'system', label: 'app.actions.system', icon: SunMoon, run: setTheme('system') },
    {
      id: 'help',
      label: 'help.open',
      icon: CircleQuestionMark,
      keys: 'f1',
      run: () => void openHelp(),
    },
    {
      id: 'keys',
      label: 'app.keys.title',
      icon: Keyboard,
      keys: '?',
      run: () => {
        overlays.open('keys');
      },
    },
    // They end what all windows show: it is done, and asked about, in the main one.
    ...(isOwnWindow() ? [] : leaving),
  ]);
}
