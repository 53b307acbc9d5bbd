import { useBridge } from '@/bridge';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import type { VehicleLayer } from '@/map/layers/vehicle-layer';
import { onScopeDispose, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import { extendTrail, type TrailPoint } from './trail-points';

/** Draws the way that the selected vehicle came, and lengthens it with each of its fixes. */
export function useTrail(layer: VehicleLayer): void {
  const bridge = useBridge();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  let points: readonly TrailPoint[] = [];

  function addNewest(vehicleId: string): boolean {
    const fix = live.vehicles.get(vehicleId)?.fix ?? null;
    const place = placeOfFix(fix);
    if (!fix || !place || fix.problems.includes('implausible')) return false;
    const longer = extendTrail(points, { ...place, at: fix.at });
    if (longer === points) return false;
    points = longer;
    return true;
  }

  async function load(vehicleId: string) {
    const answer = await bridge.live.trail(vehicleId);
    if (choice.selected !== vehicleId || !answer.ok) return;
    points = answer.data.points.filter(({ isImplausible }) => !isImplausible);
    addNewest(vehicleId);
    layer.setTrail(points);
  }

  watch(
    () => choice.selected,
    (vehicleId) => {
      points = [];
      layer.setTrail(points);
      if (vehicleId !== null) void load(vehicleId);
    },
    { immediate: true },
  );
  const stop = live.onChange(({ changed }) => {
    const { selected } = choice;
    if (selected === null || !changed.some(({ vehicleId }) => vehicleId === selected)) return;
    if (addNewest(selected)) layer.setTrail(points);
  });
  onScopeDispose(stop);
}
