import type { Vehicle } from '@contract/vehicles';
import { useI18n } from '@/i18n/i18n';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { nameOfVehicle } from '@/app/vehicle-name';
import type { FleetMap } from '@/map/core/create-map';
import { VehicleLayer, type VehicleHit } from '@/map/layers/vehicle-layer';
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { useLiveMapStore } from './live-map-store';
import type { MenuRequest } from './map-menu';
import { useLiveStore } from './live-store';

/** Puts the fleet on a map and keeps it there as it changes. */
export function useVehicleLayer(
  map: FleetMap,
  {
    onHit,
    onMenu,
  }: {
    onHit: (hit: VehicleHit | null) => void;
    onMenu: (request: MenuRequest) => void;
  },
): {
  layer: VehicleLayer;
  inView: Readonly<ShallowRef<readonly string[]>>;
  /** The vehicle under the pointer, on the map alone. */
  pointed: Readonly<ShallowRef<string | null>>;
} {
  const fleet = useFleetStore();
  const alerts = useAlertsStore();
  void alerts.start();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const settings = useSettingsStore();
  const { locale } = useI18n();
  const inView = shallowRef<readonly string[]>([]);
  const pointed = shallowRef<string | null>(null);

  const layer = new VehicleLayer({
    locale: locale.value,
    onHover(hit) {
      pointed.value = hit?.kind === 'vehicle' ? hit.vehicleId : null;
      choice.hovered = pointed.value;
      map.leaflet.getContainer().style.cursor = hit ? 'pointer' : '';
    },
    onClick: onHit,
    onMenu(hit, place, at) {
      onMenu({ at, place, vehicleId: hit?.kind === 'vehicle' ? hit.vehicleId : null });
    },
    onInView(vehicleIds) {
      inView.value = vehicleIds;
    },
  });
  const removeLayer = map.add(layer);

  function tellPlates(vehicles: Iterable<Vehicle>) {
    layer.setNames(
      Array.from(vehicles, (vehicle) => [vehicle.id, nameOfVehicle(vehicle, vehicle.id)] as const),
    );
  }

  layer.update([...live.vehicles.values()]);
  tellPlates(fleet.vehicles.values());
  const stops = [
    fleet.onChange(({ come }) => {
      tellPlates(come);
    }),
    live.onChange(({ changed, removed }) => {
      layer.update(changed);
      layer.removeVehicles(removed);
      // The layer forgets them whole; one that came back meanwhile still has a plate.
      tellPlates(removed.flatMap((vehicleId) => fleet.vehicles.get(vehicleId) ?? []));
    }),
  ];
  watch(
    () => [choice.selected, choice.hovered, choice.follows] as const,
    ([selected, hovered, followed]) => {
      layer.setEmphasis({ selected, hovered, followed });
    },
    { immediate: true },
  );
  watch(
    [() => choice.shown, () => settings.state.mapOthers === 'hide'] as const,
    ([shown, hides]) => {
      layer.setShown(shown, hides);
    },
    { immediate: true },
  );
  watch(
    () => alerts.alarmed,
    (alarmed) => {
      layer.setAlarmed(alarmed);
    },
    { immediate: true },
  );
  watch(
    () => settings.state.mapLabels,
    (shown) => {
      layer.showNames(shown);
    },
    { immediate: true },
  );
  watch(locale, (language) => {
    layer.setLocale(language);
  });
  onScopeDispose(() => {
    for (const stop of stops) stop();
    removeLayer();
    choice.hovered = null;
  });

  return { layer, inView, pointed };
}
