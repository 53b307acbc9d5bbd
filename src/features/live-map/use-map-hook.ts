import { useAppInfo } from '@/app/app-info';
import type { DrawnVehicle, VehicleLayer } from '@/map/layers/vehicle-layer';
import { onScopeDispose } from 'vue';
import { useLiveStore } from './live-store';

/** What `window.__fleetdesk.map()` tells a test, read-only. */
type MapReport = (DrawnVehicle & { lookedAt: number | null })[];

type Hooks = { map?: () => MapReport };

/** Shows the drawn vehicles to tests, under the switch `--test-hooks` alone. */
export function useMapHook(layer: VehicleLayer): void {
  if (!useAppInfo().value.testHooks) return;
  const live = useLiveStore();
  const holder = window as unknown as { __fleetdesk?: Hooks };
  const hooks = (holder.__fleetdesk ??= {});
  layer.tellDrawn();
  hooks.map = () =>
    layer.drawn().map((vehicle) => ({
      ...vehicle,
      lookedAt: live.vehicles.get(vehicle.id)?.lookedAt ?? null,
    }));
  onScopeDispose(() => {
    delete hooks.map;
  });
}
