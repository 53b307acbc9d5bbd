import type { FleetMap } from '@/map/core/create-map';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { placeOnMap } from '@/map/layers/place-on-map';
import { computed, nextTick, watch, type ShallowRef } from 'vue';
import { edgePosition } from './edge-position';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';

/** From here on the streets around a vehicle can be told apart. */
const nearZoom = 14;

/** Brings vehicles into the middle of the map, now or as soon as their place is known. */
export function useCentre(map: Readonly<ShallowRef<FleetMap | null>>) {
  const live = useLiveStore();
  const choice = useLiveMapStore();
  /** A vehicle to be centred as soon as its place is known. */
  let awaited: string | null = null;

  const placeOf = (vehicleId: string) => placeOfFix(live.vehicles.get(vehicleId)?.fix ?? null);
  const selectedPlace = computed(() =>
    choice.selected === null ? null : placeOf(choice.selected),
  );

  /** Brings a vehicle into the middle, near enough to see where it is. */
  function centre(vehicleId: string): void {
    const place = placeOf(vehicleId);
    const made = map.value;
    awaited = place && made ? null : vehicleId;
    if (place && made) made.centreOn(place, { zoom: Math.max(made.view().zoom, nearZoom) });
  }

  /** Brings a vehicle that is out of view into the middle, as near as the map is now. */
  async function reveal(vehicleId: string): Promise<void> {
    // Its card opens first, and covers a part of the map.
    await nextTick();
    const place = placeOf(vehicleId);
    const made = map.value;
    if (!place || !made) return;
    const { x: width, y: height } = made.leaflet.getSize();
    const point = made.leaflet.latLngToContainerPoint(placeOnMap(made.leaflet, place));
    const frame = { width, height, padding: made.padding() };
    if (edgePosition(frame, point, { x: 0, y: 0 }) !== null) made.centreOn(place);
  }

  // Who selects another vehicle meanwhile, or takes hold of the map, waits no longer.
  watch([() => choice.selected, selectedPlace, () => map.value], ([selected, place, made]) => {
    if (selected !== awaited) awaited = null;
    else if (selected !== null && place && made) centre(selected);
  });

  return {
    selectedPlace,
    centre,
    reveal,
    /** A person moved the map: no vehicle is brought into its middle any more. */
    forget(): void {
      awaited = null;
    },
  };
}
