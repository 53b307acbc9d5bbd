import type { FleetMap } from '@/map/core/create-map';
import type { Place } from '@contract/rules/longitudes';
import { placeOnMap } from '@/map/layers/place-on-map';

/** Part of the map's size, at each edge, in which a followed vehicle is brought back to the middle. */
const border = 0.22;

/**
 * Keeps a followed vehicle in view. The map stays still while the vehicle crosses its middle, so
 * that the line is not drawn again at each frame; near an edge it moves on at once.
 */
export function keepInView(map: FleetMap, place: Place): void {
  const { x: width, y: height } = map.leaflet.getSize();
  const { x, y } = map.leaflet.latLngToContainerPoint(placeOnMap(map.leaflet, place));
  const isInside =
    x > width * border &&
    x < width * (1 - border) &&
    y > height * border &&
    y < height * (1 - border);
  if (!isInside) map.centreOn(place, { animate: false });
}
