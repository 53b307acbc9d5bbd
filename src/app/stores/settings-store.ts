import type { Result } from '@contract/errors';
import { defaultSettings, type Settings } from '@contract/settings';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { topicState } from './topic-state';

/** Preferences of the person at this machine. */
export const useSettingsStore = defineStore('settings', () => {
  const { state, start } = topicState('settings', defaultSettings);

  /** Shows the change at once; a refusal brings back what was. */
  async function update(patch: Partial<Settings>): Promise<Result<Settings>> {
    const previous = state.value;
    state.value = { ...previous, ...patch };
    const answer = await useBridge().settings.update(patch);
    state.value = answer.ok ? answer.data : previous;
    return answer;
  }

  return { state, start, update };
});
