import type { Place } from './longitudes';

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
