/** A point of the earth, degrees. */
export type Place = { readonly latitude: number; readonly longitude: number };

/** A box of the earth, degrees. */
export type Bounds = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
};

/** The smallest box around places; null around none. */
export function boundsOf(places: Iterable<Place>): Bounds | null {
  let south = Infinity;
  let west = Infinity;
  let north = -Infinity;
  let east = -Infinity;
  for (const { latitude, longitude } of places) {
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  return south <= north ? { south, west, north, east } : null;
}

/** Whether a place lies in a box, its edges included. */
export function contains(bounds: Bounds, place: Place): boolean {
  return (
    place.latitude >= bounds.south &&
    place.latitude <= bounds.north &&
    place.longitude >= bounds.west &&
    place.longitude <= bounds.east
  );
}
