import type { CapabilitiesState, Verb } from '@contract/capabilities';
import { isLocalKey } from '@contract/records';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed } from 'vue';
import { actionOf, actionOnOne } from '../action-words';
import { useI18n } from '@/i18n/i18n';
import { topicState } from './topic-state';

/** Whether something can be done at the service. */
export type Capability = {
  isOffered: boolean;
  /** The service refused it to this user; a person can try it again. */
  isRefused: boolean;
  /** Why it can't be done, as a sentence; null where nothing is known against it. */
  reason: string | null;
};

const allowed: Capability = { isOffered: true, isRefused: false, reason: null };
const unknown: CapabilitiesState = { offered: null, refused: [] };

/** What the user can do at the service. Screens ask nothing else before they offer an action. */
export const useCapabilitiesStore = defineStore('capabilities', () => {
  const { t } = useI18n();
  const { state, start } = topicState('capabilities', unknown);
  const refusals = computed(
    () =>
      new Set(state.value.refused.map(({ resource, verb, key }) => nameOf(resource, verb, key))),
  );

  /** Whether a verb can be used, with all records of a resource or with the one of that key. */
  function can(resource: string, verb: Verb, key: string | null = null): Capability {
    // What only this computer knows is changed and dropped without the service.
    if (key !== null && isLocalKey(key)) return allowed;
    const { offered } = state.value;
    if (offered !== null && offered[resource]?.includes(verb) !== true) {
      const reason = t('capabilities.notOffered', { action: actionOf(t, resource, verb) });
      return { isOffered: false, isRefused: false, reason };
    }
    if (refusals.value.has(nameOf(resource, verb, null))) {
      const reason = t('capabilities.refused', { action: actionOf(t, resource, verb) });
      return { isOffered: true, isRefused: true, reason };
    }
    if (key !== null && refusals.value.has(nameOf(resource, verb, key))) {
      const reason = t('capabilities.refused', { action: actionOnOne(t, resource, verb) });
      return { isOffered: true, isRefused: true, reason };
    }
    return allowed;
  }

  /** Offers verbs again that the service refused; the next attempt asks it. */
  async function tryAgain(resource: string, tried: readonly Verb[]): Promise<void> {
    await Promise.all(tried.map((verb) => useBridge().capabilities.tryAgain({ resource, verb })));
  }

  return { state, start, can, tryAgain };
});

function nameOf(resource: string, verb: Verb, key: string | null): string {
  return `${resource} ${verb} ${key ?? ''}`;
}
