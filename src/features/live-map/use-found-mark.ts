import { useFoundPlaceStore } from '@/app/places/found-place-store';
import type { FoundPlace } from '@contract/place-search';
import type { FleetMap } from '@/map/core/create-map';
import { FoundMark } from '@/map/layers/found-mark';
import { onScopeDispose, watch } from 'vue';

/** How near the map goes to a place, by what it is: a town is seen whole, a street closely. */
const zooms: Record<FoundPlace['kind'], number> = {
  town: 12,
  district: 14,
  village: 14,
  street: 16,
  address: 17,
};

/** Marks the place that was searched for, and brings a new one into the middle of the map. */
export function useFoundMark(map: FleetMap, onCentred: () => void): void {
  const places = useFoundPlaceStore();
  let remove: (() => void) | null = null;
  watch(
    () => places.found,
    (found) => {
      remove?.();
      remove = found ? map.add(new FoundMark(found, found.name)) : null;
      if (!found || !places.isNew) return;
      places.isNew = false;
      onCentred();
      map.centreOn(found, { zoom: zooms[found.kind] });
    },
    { immediate: true },
  );
  onScopeDispose(() => remove?.());
}
