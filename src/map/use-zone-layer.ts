import { useZonesStore } from '@/app/stores/zones-store';
import { onScopeDispose, watch } from 'vue';
import type { FleetMap } from './core/create-map';
import { ZoneLayer } from './layers/zone-layer';

/** Draws the zones that a person wants to see on a map, for as long as the scope lives. */
export function useZoneLayer(map: FleetMap): void {
  const zones = useZonesStore();
  void zones.start();
  const layer = new ZoneLayer();
  const remove = map.add(layer);
  watch(
    () => zones.zones,
    (known) => {
      layer.show([...known.values()].filter(({ isShown }) => isShown));
    },
    { immediate: true },
  );
  onScopeDispose(remove);
}
