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

/** How far from a latitude its curve still holds, degrees. */
const NEAR = 0.02;

/**
 * The same for many latitudes in a row. Those of a way are close together: most are found from the
 * one before by a curve, and are off by a hundredth of a pixel at most at any zoom.
 */
export class WorldYAlong {
  #at = NaN;
  #y = 0;
  #slope = 0;
  #bend = 0;
  #twist = 0;
  /** How much longer a degree of latitude is there than one of longitude. */
  stretch = 1;

  y(latitude: number): number {
    const away = latitude - this.#at;
    if (Math.abs(away) < NEAR) {
      return this.#y + away * (this.#slope + away * (this.#bend + away * this.#twist));
    }
    const y = worldY(latitude);
    const angle = (latitude * Math.PI) / 180;
    this.stretch = 1 / Math.max(Math.cos(angle), 0.01);
    // Beyond the end of the map, all latitudes are at its edge.
    if (Math.abs(latitude) > maxLatitude - NEAR) return y;
    this.#at = latitude;
    this.#y = y;
    this.#slope = -this.stretch / 360;
    const tangent = Math.tan(angle);
    this.#bend = (this.#slope * tangent * Math.PI) / 360;
    this.#twist = (this.#slope * (this.stretch ** 2 + tangent ** 2) * (Math.PI / 180) ** 2) / 6;
    return y;
  }
}

/** The inverse of {@link worldX}, degrees. */
export function longitudeAt(x: number): number {
  return (x - 0.5) * 360;
}

/** The inverse of {@link worldY}, degrees. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
}
