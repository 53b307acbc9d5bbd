import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import type { Where } from '@contract/where';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import { asPoint } from './use-where';

/** A place is asked about once it has stayed for so long, milliseconds. */
const settleFor = 700;

/** Within so many meters the answer to a place holds, meters. */
const sameStreet = 100;

/**
 * Where the one thing is that a person looks at: as the maps of this computer say, or, where they
 * name no street and the settings allow it, as the address server says.
 * @param local what is known without it; null until that is known
 */
export function useNamedByServer(place: () => Place | null, local: () => Where | null) {
  const bridge = useBridge();
  const settings = useSettingsStore();
  const named = shallowRef<{ place: Place; where: Where | null } | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const unnamed = computed(() => {
    const isAllowed = settings.state.geocoder?.namesPositions === true;
    return isAllowed && local()?.street === null ? place() : null;
  });

  function holdsFor(at: Place): boolean {
    return named.value !== null && metersBetween(named.value.place, at) < sameStreet;
  }

  async function ask(at: Place): Promise<void> {
    const answer = await bridge.search.where(asPoint(at));
    named.value = { place: at, where: answer.ok ? answer.data : null };
  }

  watch(
    unnamed,
    (at) => {
      clearTimeout(timer);
      if (at && !holdsFor(at)) timer = setTimeout(() => void ask(at), settleFor);
    },
    { immediate: true },
  );
  // Another server, or another permission: what was said by the last one is over.
  watch(
    () => JSON.stringify(settings.state.geocoder),
    () => {
      named.value = null;
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return computed(() => {
    const at = unnamed.value;
    return (at && holdsFor(at) && named.value?.where) || local();
  });
}
