/**
 * Where the invented city is: an empty stretch of the Brazilian inland, far from any real town,
 * in the zone UTC-3.
 */
export const CITY_CENTRE: readonly [lng: number, lat: number] = [-46.9, -11.1];

const EARTH_RADIUS = 6_371_000;
const METRES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
const COS_LATITUDE = Math.cos((CITY_CENTRE[1] * Math.PI) / 180);

/** Degrees of longitude for meters to the east of the center. */
export function toLng(x: number): number {
  return CITY_CENTRE[0] + x / (METRES_PER_DEGREE * COS_LATITUDE);
}

/** Degrees of latitude for meters to the north of the center. */
export function toLat(y: number): number {
  return CITY_CENTRE[1] + y / METRES_PER_DEGREE;
}

/** Meters to the east of the center. */
export function toX(lng: number): number {
  return (lng - CITY_CENTRE[0]) * METRES_PER_DEGREE * COS_LATITUDE;
}

/** Meters to the north of the center. */
export function toY(lat: number): number {
  return (lat - CITY_CENTRE[1]) * METRES_PER_DEGREE;
}
