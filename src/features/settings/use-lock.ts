import { computed, type ComputedRef } from 'vue';
import { useAppInfo } from '@/app/app-info';
import { settingEntries, type SettingId } from '@/app/settings-catalog';

/** Whether the administrator set it, so that a person can't. */
export function useLock(setting: () => SettingId | undefined): ComputedRef<boolean> {
  const info = useAppInfo();
  return computed(() => {
    const id = setting();
    const keys = id === undefined ? [] : (settingEntries[id].keys ?? []);
    return keys.some((key) => info.value.managed.locked.includes(key));
  });
}
