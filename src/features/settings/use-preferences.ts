import type { AppError } from '@contract/errors';
import type { Settings } from '@contract/settings';
import { shallowRef } from 'vue';
import { useSettingsStore } from '@/app/stores/settings-store';

/** Preferences with the error of the last change, where it was not kept. */
export function usePreferences() {
  const settings = useSettingsStore();
  const error = shallowRef<AppError | null>(null);

  async function change(patch: Partial<Settings>): Promise<void> {
    const answer = await settings.update(patch);
    error.value = answer.ok ? null : answer.error;
  }

  return { settings, error, change };
}
