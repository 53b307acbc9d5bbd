import type { BudgetState } from '@contract/budget';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

const before: BudgetState = { limit: 48, used: 0, queued: 0, pausedUntil: null, pause: null };

/** The request budget as the status bar shows it. */
export const useBudgetStore = defineStore('budget', () => topicState('budget', before));
