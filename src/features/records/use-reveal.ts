import { callAt, timeNow } from '@/app/clock';
import { onScopeDispose, ref, watch, type Ref } from 'vue';

/** A secret that was asked for is covered again after this long, milliseconds. */
const shownFor = 60_000;

/**
 * Whether a secret is shown: only once it is asked for, for a minute, and no longer than `of`
 * stays the same.
 */
export function useReveal(of: () => unknown): {
  isRevealed: Readonly<Ref<boolean>>;
  toggle(): void;
} {
  const isRevealed = ref(false);
  let stop: (() => void) | undefined;

  function cover(): void {
    stop?.();
    isRevealed.value = false;
  }

  watch(of, cover);
  onScopeDispose(cover);
  return {
    isRevealed,
    toggle(): void {
      const wasRevealed = isRevealed.value;
      cover();
      if (wasRevealed) return;
      isRevealed.value = true;
      stop = callAt(timeNow() + shownFor, cover);
    },
  };
}
