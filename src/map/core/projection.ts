/**
 * Web Mercator in pixels of the map. The workers place things with it, so it knows nothing of
 * Leaflet; the pixels are the same.
 */

export {
  latitudeAt,
  longitudeAt,
  maxLatitude,
  worldX,
  worldY,
  WorldYAlong,
} from '@contract/rules/web-mercator';

/** Edge of the world in CSS pixels at zoom 0, as Leaflet has it. */
const worldSizeAtZoom0 = 256;

/** Edge of the whole world in CSS pixels. */
export function worldSize(zoom: number): number {
  return worldSizeAtZoom0 * 2 ** zoom;
}

/**
 * The copy of a point of the world that is nearest to another one; east of the date line copies
 * begin at 1, west of it at 0.
 */
export function nearestX(x: number, to: number): number {
  return x + Math.round(to - x);
}
