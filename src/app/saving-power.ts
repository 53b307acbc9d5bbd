import { computed, watchEffect, type ComputedRef } from 'vue';
import { useDesktopStore } from './stores/desktop-store';
import { useSettingsStore } from './stores/settings-store';
import { restTicks, slowTicks } from './ticks';

/** Whether the computer runs on its battery and nothing is to move for show. */
export function useSavingPower(): ComputedRef<boolean> {
  const desktop = useDesktopStore();
  const settings = useSettingsStore();
  return computed(() => desktop.state.onBattery && settings.state.saveOnBattery);
}

/**
 * Follows that for the life of the page: marks the root with `data-power`, which ends all motion, and
 * lets ages tick less often. How often vehicles are looked at stays as it is. While nobody is at work
 * the root has `data-rest`, and ages tick with what is drawn anyway.
 */
export function followPower(): void {
  const desktop = useDesktopStore();
  void desktop.start();
  const isSaving = useSavingPower();
  watchEffect(
    () => {
      if (isSaving.value) document.documentElement.dataset['power'] = 'saving';
      else delete document.documentElement.dataset['power'];
      slowTicks(isSaving.value);
    },
    { flush: 'sync' },
  );
  watchEffect(
    () => {
      document.documentElement.toggleAttribute('data-rest', desktop.state.isAtRest);
      restTicks(desktop.state.isAtRest);
    },
    { flush: 'sync' },
  );
}
