import { watch } from 'vue';
import { useRouter } from 'vue-router';
import { useBridge } from '@/bridge';
import { playChime } from './chime';
import { useDesktopStore } from './stores/desktop-store';
import { useSettingsStore } from './stores/settings-store';

/** Plays the sounds that main asks for, and opens what was asked for outside the window. */
export function useDesktop(): void {
  const desktop = useDesktopStore();
  const settings = useSettingsStore();
  const router = useRouter();

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
      // The one screen that is asked for so far.
      const { alertId } = answer.data;
      await router.push({ path: '/alerts', query: alertId === null ? {} : { alert: alertId } });
    },
    { immediate: true },
  );
}
