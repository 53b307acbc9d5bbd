import type { Attention } from '@contract/fixes';
import { useBridge } from '@/bridge';
import { onScopeDispose, watch, type Ref } from 'vue';

/** Changes that follow each other closely are told once, milliseconds. */
const restFor = 300;

/** Tells the scheduler what this window shows, and that it shows nothing once the map is left. */
export function useAttention(attention: Ref<Attention>): void {
  const bridge = useBridge();
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(
    attention,
    (now) => {
      clearTimeout(timer);
      timer = setTimeout(() => void bridge.live.attend(now), restFor);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    void bridge.live.attend({ onScreen: [], selected: null, followed: null });
  });
}
