import { watch, type Ref } from 'vue';
import { useRoute } from 'vue-router';

/** Places in the settings that other screens lead to. */
export type SettingsPlace = 'positions';

/** The address of a place in the settings. */
export function settingsAt(place: SettingsPlace) {
  return { path: '/settings', query: { at: place } };
}

/** Brings a part of the settings into view, with the focus, where the address names it; once. */
export function useSettingsPlace(
  place: SettingsPlace,
  part: Readonly<Ref<HTMLElement | null>>,
): void {
  const route = useRoute();
  const stop = watch(
    [() => route.query['at'] === place, part],
    ([isMeant, element]) => {
      if (!isMeant || element === null) return;
      element.scrollIntoView({ block: 'start' });
      element.focus({ preventScroll: true });
      queueMicrotask(() => {
        stop();
      });
    },
    { immediate: true, flush: 'post' },
  );
}
