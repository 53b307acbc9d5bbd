import { Bounds, type Coords, type Map as LeafletMap } from 'leaflet';
import { tileSize } from '../workers/basemap/messages';

/** Whether a tile, of whatever level, is in the window of a map as it is now. */
export function isInWindow(map: LeafletMap, tile: Coords): boolean {
  const half = map.getSize().divideBy(2 * map.getZoomScale(map.getZoom(), tile.z));
  const middle = map.project(map.getCenter(), tile.z);
  const corner = tile.multiplyBy(tileSize);
  return new Bounds(corner, corner.add([tileSize, tileSize])).overlaps(
    new Bounds(middle.subtract(half), middle.add(half)),
  );
}
