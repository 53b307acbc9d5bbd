import type { Result } from '@contract/errors';
import { defaultSettings, type Settings } from '@contract/settings';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { topicState } from './topic-state';

/** Preferences of the person at this machine. */
export const useSettingsStore = defineStore('settings', () => {
  const { state: kept, start } = topicState('settings', defaultSettings);
  /** Changes on their way to main, in order. */
  const underWay = shallowRef<readonly Partial<Settings>[]>([]);
  const state = computed<Settings>(() => Object.assign({}, kept.value, ...underWay.value));

  /** Shows the change at once; a refusal brings back what was, beside what was changed since. */
  async function update(patch: Partial<Settings>): Promise<Result<Settings>> {
    underWay.value = [...underWay.value, patch];
    const answer = await useBridge().settings.update(patch);
    if (answer.ok) kept.value = answer.data;
    underWay.value = underWay.value.filter((each) => each !== patch);
    return answer;
  }

  return { state, start, update };
});
