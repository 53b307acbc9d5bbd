import type { FleetMap } from '@/map/core/create-map';
import { originMark } from '@/map/layers/origin-mark';
import { onScopeDispose, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';

/** Marks on a map the place around which the nearest vehicles are sought; a vehicle needs no mark. */
export function useOriginMark(map: FleetMap): void {
  const choice = useLiveMapStore();
  let remove: (() => void) | null = null;
  watch(
    () => choice.origin,
    (origin) => {
      remove?.();
      remove = origin && origin.vehicleId === null ? map.add(originMark(origin.place)) : null;
    },
    { immediate: true },
  );
  onScopeDispose(() => remove?.());
}
