import { defineStore } from 'pinia';
import { noUpdates } from '@contract/updates';
import { topicState } from './topic-state';

/** Newer versions of Fleetdesk: what is known of them, and what is done about them. */
export const useUpdatesStore = defineStore('updates', () => topicState('updates', noUpdates));
