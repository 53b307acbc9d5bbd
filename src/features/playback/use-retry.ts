import { watch } from 'vue';
import { callAt, timeNow } from '@/app/clock';
import { useSessionStore } from '@/app/stores/session-store';
import { usePlaybackStore } from './playback-store';

/**
 * Asks for a day again where what failed was not the day: once the connection is back or the
 * session renewed, and when the service, which asked for a pause, takes requests again.
 */
export function useRetry(): void {
  const playback = usePlaybackStore();
  const session = useSessionStore();

  watch(
    () => session.isFrozen,
    (isFrozen) => {
      const { state } = playback;
      if (isFrozen) return;
      // A copy that was kept for offline use gives way to what the service says now.
      if ('isKept' in state && state.isKept) void playback.readAgain();
      if (state.phase !== 'failed') return;
      const { code } = state.error;
      if (code === 'offline' || code === 'unauthenticated') void playback.load();
    },
  );
  watch(
    () => playback.state,
    (state, _, onCleanup) => {
      const retryAt = state.phase === 'failed' ? state.error.retryAt : undefined;
      if (retryAt === undefined) return;
      onCleanup(callAt(Math.max(retryAt, timeNow() + 1000), () => void playback.load()));
    },
    { immediate: true },
  );
}
