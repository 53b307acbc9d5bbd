import { shortWay, type Place } from './longitudes';

/** Radius of the sphere on which distances are measured, meters. */
export const EARTH_RADIUS = 6_371_000;
const RADIANS = Math.PI / 180;

/** The haversine distance between two places in degrees, meters. */
export function distanceBetween(
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const sinLatitude = Math.sin(((toLatitude - fromLatitude) * RADIANS) / 2);
  const sinLongitude = Math.sin(((toLongitude - fromLongitude) * RADIANS) / 2);
  const part =
    sinLatitude ** 2 +
    Math.cos(fromLatitude * RADIANS) * Math.cos(toLatitude * RADIANS) * sinLongitude ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** The haversine distance between two places, meters. */
export function metersBetween(from: Place, to: Place): number {
  return distanceBetween(from.latitude, from.longitude, to.latitude, to.longitude);
}

/** The direction in which one sets out from a place to another, degrees clockwise from north. */
export function bearingBetween(
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const turn = (toLongitude - fromLongitude) * RADIANS;
  const from = fromLatitude * RADIANS;
  const to = toLatitude * RADIANS;
  const east = Math.sin(turn) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn);
  const degrees = (Math.atan2(east, north) / RADIANS + 360) % 360;
  return degrees === 360 ? 0 : degrees;
}

/**
 * Index of the place nearest to another, by the short way round; −1 for none. Distances are flat
 * ones, which is enough to tell the nearest of places on one map.
 */
export function nearestPlace(
  to: Place,
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
): number {
  const narrow = Math.cos(to.latitude * RADIANS);
  let nearest = -1;
  let least = Infinity;
  for (let index = 0; index < latitudes.length; index++) {
    const north = (latitudes[index] ?? NaN) - to.latitude;
    const east = shortWay(to.longitude, longitudes[index] ?? NaN) * narrow;
    const square = north * north + east * east;
    if (!(square < least)) continue;
    least = square;
    nearest = index;
  }
  return nearest;
}
