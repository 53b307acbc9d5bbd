import { sentAttention, type Attention } from '@contract/fixes';
import { useBridge } from '@/bridge';
import { onScopeDispose, watch, type Ref } from 'vue';

/** Changes that follow each other closely are reported once, milliseconds. */
const restFor = 300;

/** A window that shows no vehicles. */
const nothing: Attention = { onScreen: [], selected: null, followed: null };

/** Tells the scheduler what this window shows, and that it shows nothing once the map is left. */
export function useAttention(attention: Ref<Attention>): void {
  const bridge = useBridge();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void bridge.live.attend(sentAttention(document.hidden ? nothing : attention.value));
    }, restFor);
  };
  watch(attention, tell, { immediate: true });
  // Nobody looks at a window that was closed to the tray or minimized.
  document.addEventListener('visibilitychange', tell);
  onScopeDispose(() => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tell);
    void bridge.live.attend(sentAttention(nothing));
  });
}
