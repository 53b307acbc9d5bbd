import { ref, watch, type Ref } from 'vue';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';

/**
 * Whether units and meaning of the positions are assumed: the service does not state them, and
 * nobody has confirmed what the profile of the connection says. The demo fleet keeps no
 * confirmation, so none is asked for.
 */
export function useAssumedMeanings(): Readonly<Ref<boolean>> {
  const bridge = useBridge();
  const session = useSessionStore();
  const isAssumed = ref(false);
  watch(
    () => session.connection?.id,
    async (id) => {
      isAssumed.value = false;
      if (id === undefined || session.connection?.isDemo === true) return;
      const answer = await bridge.profile.view(id);
      if (answer.ok && id === session.connection?.id) {
        isAssumed.value = !answer.data.tracking.confirmed;
      }
    },
    { immediate: true },
  );
  return isAssumed;
}
