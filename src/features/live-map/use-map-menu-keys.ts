import type { FleetMap } from '@/map/core/create-map';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { placeOnMap } from '@/map/layers/place-on-map';
import { onScopeDispose } from 'vue';
import { edgePosition } from './edge-position';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import { asksForMenu, type MenuRequest } from './map-menu';

/**
 * The menu key on the map: a menu of the selected vehicle where that is in view, else of the middle
 * of the map.
 */
export function useMapMenuKeys(map: FleetMap, onMenu: (request: MenuRequest) => void): void {
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const element = map.leaflet.getContainer();

  /** Pixels of the map's window. */
  function pointOf(vehicleId: string | null): { x: number; y: number } | null {
    const fix = vehicleId === null ? null : (live.vehicles.get(vehicleId)?.fix ?? null);
    const place = placeOfFix(fix);
    if (!place) return null;
    const point = map.leaflet.latLngToContainerPoint(placeOnMap(map.leaflet, place));
    const { x: width, y: height } = map.leaflet.getSize();
    const frame = { width, height, padding: map.padding() };
    return edgePosition(frame, point, { x: 0, y: 0 }) === null ? point : null;
  }

  function press(event: KeyboardEvent): void {
    if (event.target !== element || !asksForMenu(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const ofVehicle = pointOf(choice.selected);
    const place = map.middle();
    const { x, y } =
      ofVehicle ?? map.leaflet.latLngToContainerPoint(placeOnMap(map.leaflet, place));
    const { left, top } = element.getBoundingClientRect();
    onMenu({
      at: { x: left + x, y: top + y },
      vehicleId: ofVehicle ? choice.selected : null,
      place,
    });
  }

  element.addEventListener('keydown', press);
  onScopeDispose(() => {
    element.removeEventListener('keydown', press);
  });
}
