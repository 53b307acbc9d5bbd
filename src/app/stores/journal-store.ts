import type { JournalState } from '@contract/journal';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: JournalState = { faults: [], crashes: [], stopped: null };

/** The last faults of Fleetdesk itself, and whether its log is written. */
export const useJournalStore = defineStore('journal', () => topicState('journal', before));
