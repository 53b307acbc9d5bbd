import type { FleetMap } from '@/map/core/create-map';
import { stillness } from '@/map/core/motion-preference';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { onScopeDispose, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';

/** Seconds; as long as a vehicle glides from one fix to the next, so that both move as one. */
const panFor = 0.6;
/** Streets can be told apart from here on. */
const streetZoom = 15;

/** Keeps the followed vehicle in the middle until a person drags the map away from it. */
export function useFollow(map: FleetMap): void {
  const live = useLiveStore();
  const choice = useLiveMapStore();

  function centre(change: { zoom?: number; animate?: boolean; duration?: number } = {}) {
    const place =
      choice.selected === null ? null : placeOfFix(live.vehicles.get(choice.selected)?.fix ?? null);
    if (place) map.centreOn(place, change);
  }

  watch(
    () => choice.follows,
    (follows) => {
      map.zoomAround(follows ? 'middle' : 'pointer');
      if (follows) centre({ zoom: Math.max(map.view().zoom, streetZoom) });
    },
    { immediate: true },
  );
  const stops = [
    live.onChange(({ changed }) => {
      if (!choice.follows) return;
      if (changed.some(({ vehicleId }) => vehicleId === choice.selected)) {
        centre(stillness().isStill ? { animate: false } : { duration: panFor });
      }
    }),
    map.onPersonMove((how) => {
      if (how === 'drag') choice.follows = false;
    }),
  ];
  // With a panel over the map its middle is not the vehicle's place: a zoom moves it a little.
  const settle = () => {
    if (choice.follows) centre({ animate: false });
  };
  map.leaflet.on('zoomend', settle);
  onScopeDispose(() => {
    for (const stop of stops) stop();
    map.leaflet.off('zoomend', settle);
  });
}
