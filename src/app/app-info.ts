import { unmanaged } from '@contract/managed';
import type { AppInfo } from '@contract/settings';
import { systemTime } from '@contract/test-clock';
import { useBridge } from '@/bridge';
import { readonly, shallowRef } from 'vue';
import { setSystemRegion } from '@/i18n/system-locale';
import { setClock } from './clock';

const info = shallowRef<AppInfo>({
  version: '',
  electron: '',
  platform: '',
  locale: 'en',
  region: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  window: 'main',
  testHooks: false,
  testClock: systemTime,
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
  setClock(answer.data.testClock);
}
