/** A point of the earth, degrees. */
export type Place = { readonly latitude: number; readonly longitude: number };

/**
 * A box of the earth, degrees. Across the date line `east` is beyond 180, so that it is never less
 * than `west`.
 */
export type Bounds = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
};

/** From one longitude to another the short way round, −180 to 180 degrees. */
export function shortWay(from: number, to: number): number {
  return eastward(from - 180, to) - 180;
}

/** The copy of a longitude that is nearest to another one; it may be beyond ±180 degrees. */
export function nearestCopy(longitude: number, to: number): number {
  return to + shortWay(to, longitude);
}

/** How far one longitude is east of another, 0 to 360 degrees. */
function eastward(from: number, to: number): number {
  const way = (to - from) % 360;
  return way < 0 ? way + 360 : way;
}

/** The smallest box around places, across the date line where that is shorter; null around none. */
export function boundsOf(places: Iterable<Place>): Bounds | null {
  const all = [...places];
  let south = Infinity;
  let west = Infinity;
  let north = -Infinity;
  let east = -Infinity;
  for (const { latitude, longitude } of all) {
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  if (!(south <= north)) return null;
  // Up to half of the world no other way round is shorter.
  if (east - west > 180) ({ west, east } = shortestSpan(all.map(({ longitude }) => longitude)));
  return { south, west, north, east };
}

/** Everything but the widest gap between two neighbours on the circle. */
function shortestSpan(longitudes: number[]): { west: number; east: number } {
  const sorted = Float64Array.from(longitudes).sort();
  const last = sorted.length - 1;
  let west = sorted[0] ?? 0;
  let east = sorted[last] ?? 0;
  let widest = west + 360 - east;
  for (let index = 1; index <= last; index += 1) {
    const before = sorted[index - 1] ?? 0;
    const here = sorted[index] ?? 0;
    if (here - before <= widest) continue;
    widest = here - before;
    west = here;
    east = before + 360;
  }
  return { west, east };
}

/** Whether a place is in a box, its edges included. */
export function contains({ south, west, north, east }: Bounds, place: Place): boolean {
  return (
    place.latitude >= south &&
    place.latitude <= north &&
    (east - west >= 360 || eastward(west, place.longitude) <= east - west)
  );
}

/** The same box, in the copy of the world whose middle is nearest to a longitude. */
export function moveNear(bounds: Bounds, longitude: number): Bounds {
  const middle = (bounds.west + bounds.east) / 2;
  const shift = Math.round((longitude - middle) / 360) * 360;
  return { ...bounds, west: bounds.west + shift, east: bounds.east + shift };
}
