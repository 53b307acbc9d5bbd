import { onScopeDispose, watch } from 'vue';
import { useShownAreaStore } from '@/app/places/shown-area-store';
import type { FleetMap } from '@/map/core/create-map';
import { showSource } from '@/map/show-source';

/** Brings the map to the area of a map source that a person asks to see. */
export function useShownArea(map: FleetMap, onShown: () => void): void {
  const areas = useShownAreaStore();
  const stop = watch(
    () => areas.wanted,
    (source) => {
      if (source === null) return;
      areas.wanted = null;
      onShown();
      showSource(map, source);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
}
