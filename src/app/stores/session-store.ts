import type { SessionState } from '@contract/session';
import { defineStore } from 'pinia';
import { computed } from 'vue';
import { useBudgetStore } from './budget-store';
import { useSettingsStore } from './settings-store';
import { isSameState, topicState } from './topic-state';

const before: SessionState = {
  phase: 'restoring',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  link: { state: 'unknown', since: null, lastAnswerAt: null, error: null },
};

/** Who is signed in, where, and the state of the connection to the service. */
export const useSessionStore = defineStore('session', () => {
  const { state, start } = topicState('session', before, (next, now) => {
    const { lastAnswerAt } = now.link;
    return isSameState({ ...next, link: { ...next.link, lastAnswerAt } }, now);
  });
  const settings = useSettingsStore();
  const budget = useBudgetStore();
  return {
    state,
    start,
    connection: computed(() => state.value.connection),
    link: computed(() => state.value.link),
    place: computed(() => state.value.place ?? 'memory'),
    /** The session in one word, for the coloured dot beside the connection's name. */
    dot: computed(() => {
      if (state.value.phase === 'expired') return 'expired';
      if (settings.state.workOffline || state.value.isRefused === true) return 'offline';
      const link = state.value.link.state;
      return link === 'online' && budget.pausedUntil !== null ? 'paused' : link;
    }),
    isRefused: computed(() => state.value.isRefused === true),
    isOffline: computed(() => state.value.link.state === 'offline'),
    isExpired: computed(() => state.value.phase === 'expired'),
    /** Nothing new comes: what is on the screen must not look live. */
    isFrozen: computed(
      () =>
        settings.state.workOffline ||
        state.value.link.state === 'offline' ||
        state.value.isRefused === true ||
        state.value.phase === 'expired',
    ),
  };
});
