import type { StoreState } from '@contract/store';
import { defineStore } from 'pinia';
import { computed } from 'vue';
import { topicState } from './topic-state';

const before: StoreState = {
  phase: 'opening',
  error: null,
  setAside: null,
  damaged: null,
  bytes: null,
};

/** The state of the encrypted store of the signed-in user. */
export const useStoreStore = defineStore('store', () => {
  const { state, start } = topicState('store', before);
  return {
    state,
    start,
    /** What a person enters can be kept. */
    isOpen: computed(() => ['open', 'inMemory'].includes(state.value.phase)),
  };
});
