import { watch, type Ref } from 'vue';
import { useRoute } from 'vue-router';

/** Places in the settings that other screens lead to. */
export type SettingsPlace = 'positions' | 'maps' | 'copy-region';

/** The address of a place in the settings. */
export function settingsAt(place: SettingsPlace) {
  return { path: '/settings', query: { at: place } };
}

/**
 * Brings a part of the settings into view, with the focus, where the address names it; once.
 * @param onReached what else is wanted then
 */
export function useSettingsPlace(
  place: SettingsPlace,
  part: Readonly<Ref<HTMLElement | null>>,
  onReached?: () => void,
): void {
  const route = useRoute();
  const stop = watch(
    [() => route.query['at'] === place, part],
    ([isMeant, element]) => {
      if (!isMeant || element === null) return;
      element.scrollIntoView({ block: 'start' });
      element.focus({ preventScroll: true });
      onReached?.();
      queueMicrotask(() => {
        stop();
      });
    },
    { immediate: true, flush: 'post' },
  );
}
