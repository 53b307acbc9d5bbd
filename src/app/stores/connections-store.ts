import type { ConnectionsState } from '@contract/connections';
import { defineStore } from 'pinia';
import { computed } from 'vue';
import { topicState } from './topic-state';

const before: ConnectionsState = { connections: [], preselected: null, setAside: null };

/** The saved connections and which one the sign-in form shows first. */
export const useConnectionsStore = defineStore('connections', () => {
  const { state, start } = topicState('connections', before);
  return { state, start, connections: computed(() => state.value.connections) };
});
