import { watch, type Ref } from 'vue';
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router';
import { settingEntries, type SettingId, type SettingsSectionId } from './settings-catalog';

/** The address of a setting: its section, and its row in it. */
export function settingsAt(setting: SettingId): RouteLocationRaw {
  const { section } = settingEntries[setting];
  return { name: 'settings', params: { section }, hash: `#${setting}` };
}

/** The address of a section of the settings. */
export function settingsSectionAt(section: SettingsSectionId): RouteLocationRaw {
  return { name: 'settings', params: { section } };
}

/**
 * Brings a part of the settings into view, with the focus, each time that the address names it.
 * @param onReached what else is wanted then
 */
export function useSettingsPlace(
  setting: SettingId | undefined,
  part: Readonly<Ref<HTMLElement | null>>,
  onReached?: () => void,
): void {
  const route = useRoute();
  const router = useRouter();
  if (setting === undefined) return;
  watch(
    [() => route.hash === `#${setting}`, part],
    ([isMeant, element]) => {
      if (!isMeant || element === null) return;
      element.scrollIntoView({ block: 'start' });
      element.focus({ preventScroll: true });
      mark(element);
      onReached?.();
      // The same link leads here again, and coming back to the settings does not.
      void router.replace({ path: route.path });
    },
    { immediate: true, flush: 'post' },
  );
}

/** Marks what a link led to until the focus goes on. */
function mark(element: HTMLElement): void {
  element.dataset['reached'] = '';
  const unmark = () => {
    delete element.dataset['reached'];
  };
  element.addEventListener('focusout', unmark, { once: true });
}
