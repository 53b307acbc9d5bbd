import { AppWindow } from '@lucide/vue';
import { onScopeDispose } from 'vue';
import { useRoute, useRouter, type RouteLocationNormalized } from 'vue-router';
import { ownWindowOf } from '@contract/windows';
import { useBridge } from '@/bridge';
import { useActions } from './actions';
import { useAppInfo } from './app-info';

/** Whether this page is the window of one screen, not the main one with all of them. */
export function isOwnWindow(): boolean {
  return useAppInfo().value.window !== 'main';
}

/** Whether a screen can be opened in a window of its own from here. */
export function canOpenAlone({ path }: Pick<RouteLocationNormalized, 'path'>): boolean {
  return !isOwnWindow() && ownWindowOf(path) !== null;
}

/** Opens a screen in a window of its own, with what is open in it. */
export async function openAlone({
  fullPath,
}: Pick<RouteLocationNormalized, 'fullPath'>): Promise<void> {
  await useBridge().desktop.openWindow(fullPath);
}

/** In the main window, offers a window of its own; there, leads everything else to the main one. */
export function useOwnWindow(): void {
  const route = useRoute();
  const router = useRouter();
  useActions([
    {
      id: 'own-window',
      label: 'app.ownWindow.open',
      icon: AppWindow,
      when: () => canOpenAlone(route),
      run: () => void openAlone(route),
    },
  ]);
  if (!isOwnWindow()) return;
  const { window: name } = useAppInfo().value;
  onScopeDispose(
    router.beforeEach((to) => {
      if (ownWindowOf(to.path) === name) return true;
      void useBridge().desktop.show(to.fullPath);
      return false;
    }),
  );
}
