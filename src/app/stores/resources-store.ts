import { defineStore } from 'pinia';
import { watch } from 'vue';
import { describeResources } from '../described-resources';
import { topicState } from './topic-state';

/**
 * What the service profile describes beside the built-in resources. The page starts it before
 * anything else of a session: it declares them, and gives them their words.
 */
export const useResourcesStore = defineStore('resources', () => {
  const { state, start } = topicState('resources', { described: {} });
  watch(
    state,
    ({ described }) => {
      describeResources(described);
    },
    { flush: 'sync' },
  );
  return { start };
});
