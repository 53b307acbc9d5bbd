import { watch } from 'vue';
import { useRouter } from 'vue-router';
import { useBridge } from '@/bridge';
import { addressOfAsked } from './asked-screen';
import { useOverlays } from './overlays';
import { isOwnWindow } from './own-window';
import { playChime } from './chime';
import { useFormat } from './format';
import { useDesktopStore } from './stores/desktop-store';
import { useSettingsStore } from './stores/settings-store';

/** Plays the sounds that main asks for, and opens what was asked for outside the window. */
export function useDesktop(): void {
  const desktop = useDesktopStore();
  const settings = useSettingsStore();
  const router = useRouter();
  const format = useFormat();
  const overlays = useOverlays();
  // One window rings and goes where a person asked for, or each would.
  if (isOwnWindow()) return;

  // What rang before this page was there has been heard or missed.
  void desktop.start().then(() => {
    watch(
      () => desktop.state.chimes,
      () => void playChime(settings.state.alertVolume),
      { flush: 'sync' },
    );
  });
  watch(
    () => desktop.state.isAsked,
    async (isAsked) => {
      if (!isAsked) return;
      const answer = await useBridge().desktop.takeAsked();
      if (!answer.ok || answer.data === null) return;
      const asked = answer.data;
      if (asked.screen === 'overlay') overlays.open(asked.overlay);
      else await router.push(addressOfAsked(asked, format.zone.value));
    },
    { immediate: true },
  );
}
