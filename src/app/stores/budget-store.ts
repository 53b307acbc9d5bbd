import type { BudgetState } from '@contract/budget';
import { defineStore } from 'pinia';
import { ref, watch } from 'vue';
import { callAt, timeNow } from '../clock';
import { isSameState, topicState } from './topic-state';

const before: BudgetState = {
  limit: 48,
  used: 0,
  queued: 0,
  isShared: true,
  pausedUntil: null,
  pause: null,
};

/** The request budget as status bar and map show it. */
export const useBudgetStore = defineStore('budget', () => {
  const { state, start } = topicState('budget', before, (next, now) =>
    isSameState({ ...next, used: now.used }, now),
  );
  /** No request goes out before this moment, epoch milliseconds; null while they do. */
  const pausedUntil = ref<number | null>(null);

  watch(
    () => state.value.pausedUntil,
    (until, _, onCleanup) => {
      pausedUntil.value = until !== null && until > timeNow() ? until : null;
      if (pausedUntil.value === null) return;
      const cancel = callAt(pausedUntil.value, () => {
        pausedUntil.value = null;
      });
      onCleanup(cancel);
    },
    { immediate: true },
  );

  return { state, start, pausedUntil };
});
