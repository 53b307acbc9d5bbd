import { unmanaged } from '@contract/managed';
import type { AppInfo } from '@contract/settings';
import { useBridge } from '@/bridge';
import { readonly, shallowRef } from 'vue';
import { setSystemRegion } from '@/i18n/system-locale';
import { shiftClock } from './clock';

const info = shallowRef<AppInfo>({
  version: '',
  electron: '',
  platform: '',
  locale: 'en',
  region: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  window: 'main',
  testHooks: false,
  clockShift: 0,
  managed: unmanaged,
});

/** What the program is and how it was started. */
export function useAppInfo() {
  return readonly(info);
}

/** Asks main once, before the page is shown. */
export async function readAppInfo(): Promise<void> {
  const answer = await useBridge().app.info();
  if (!answer.ok) return;
  info.value = answer.data;
  setSystemRegion(answer.data.region);
  shiftClock(answer.data.clockShift);
}
