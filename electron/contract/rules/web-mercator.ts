/**
 * Web Mercator in units of the world: x and y run from 0 to 1, west to east and north to south.
 * Degrees on the other side.
 */

/** The northernmost latitude the projection can show; the map is a square. */
export const maxLatitude = 85.0511287798;

/** Longitude to the unit square of the world: 0 at the date line in the west, 1 in the east. */
export function worldX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** Latitude to the unit square of the world: 0 at its northern edge, 1 at its southern. */
export function worldY(latitude: number): number {
  const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The inverse of {@link worldX}, degrees. */
export function longitudeAt(x: number): number {
  return (x - 0.5) * 360;
}

/** The inverse of {@link worldY}, degrees. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
}
