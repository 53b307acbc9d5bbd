import type { BudgetState } from '@contract/budget';
import { timeNow } from '../clock';
import { defineStore } from 'pinia';
import { onScopeDispose, ref, watch } from 'vue';
import { topicState } from './topic-state';

const before: BudgetState = { limit: 48, used: 0, queued: 0, pausedUntil: null, pause: null };

/** The request budget as status bar and map show it. */
export const useBudgetStore = defineStore('budget', () => {
  const { state, start } = topicState('budget', before);
  /** No request goes out before this moment, epoch milliseconds; null while they do. */
  const pausedUntil = ref<number | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(
    () => state.value.pausedUntil,
    (until) => {
      clearTimeout(timer);
      const wait = (until ?? 0) - timeNow();
      pausedUntil.value = wait > 0 ? until : null;
      if (wait <= 0) return;
      timer = setTimeout(() => {
        pausedUntil.value = null;
      }, wait);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return { state, start, pausedUntil };
});
