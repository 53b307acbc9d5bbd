/**
 * Longitudes go round: 179.9 and −179.9 are neighbors. Everything here takes the short way round;
 * degrees throughout.
 */

/** A place on earth, degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * A part of the map. `west` is −180 to 180; `east` is `west` or more, and more than 180 where the
 * part crosses the date line.
 */
export interface Bounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A longitude as −180 to 180. One that is in that range already is answered unchanged. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/** Degrees to go from one longitude to another the short way: −180 exclusive to 180, east positive. */
export function shortWay(from: number, to: number): number {
  const plain = to - from;
  if (plain > -180 && plain <= 180) return plain;
  const wrapped = (((plain + 180) % 360) + 360) % 360;
  return wrapped === 0 ? 180 : wrapped - 180;
}

/**
 * The same meridian, written as near to `reference` as it can be, so beyond ±180 where that is
 * nearer: what a line needs that is drawn from there.
 */
export function nearLongitude(longitude: number, reference: number): number {
  return reference + shortWay(reference, longitude);
}

/** Longitudes of a way, in order, without the jump at the date line; they may go beyond ±180. */
export function unwrapLongitudes(longitudes: ArrayLike<number>): Float64Array {
  const unwrapped = new Float64Array(longitudes.length);
  let before: number | null = null;
  for (let index = 0; index < unwrapped.length; index++) {
    const told = longitudes[index] ?? NaN;
    const near: number = before === null ? told : nearLongitude(told, before);
    unwrapped[index] = near;
    if (!Number.isNaN(near)) before = near;
  }
  return unwrapped;
}

/** The least and the greatest of longitudes; Infinity and −Infinity for none. */
export function reachOf(longitudes: Float64Array): { west: number; east: number } {
  let west = Infinity;
  let east = -Infinity;
  for (const each of longitudes) {
    west = Math.min(west, each);
    east = Math.max(east, each);
  }
  return { west, east };
}

/** The smallest part of the map that holds all places; null for none. Places may be many. */
export function boundsOf(places: Iterable<Place>): Bounds | null {
  const latitudes: number[] = [];
  const longitudes: number[] = [];
  for (const { latitude, longitude } of places) {
    latitudes.push(latitude);
    longitudes.push(longitude);
  }
  return boundsOfWay(latitudes, longitudes);
}

/** The same of places whose latitudes and longitudes are in columns of one length. */
export function boundsOfWay(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
): Bounds | null {
  const count = longitudes.length;
  if (count === 0) return null;
  let south = Infinity;
  let north = -Infinity;
  let west = Infinity;
  let east = -Infinity;
  for (let index = 0; index < count; index++) {
    const latitude = latitudes[index] ?? 0;
    const longitude = wrapLongitude(longitudes[index] ?? 0);
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  // The widest stretch without a place is outside, where that is half of the world at least.
  if (east - west <= 180) return { south, west, north, east };
  const wrapped = Float64Array.from(longitudes, wrapLongitude);
  return { south, north, ...widestLeftOut(wrapped.sort()) };
}

/** From the eastern end of the widest stretch without any of these longitudes to its western end. */
function widestLeftOut(sorted: Float64Array): Pick<Bounds, 'west' | 'east'> {
  let west = sorted[0] ?? 0;
  let east = sorted[sorted.length - 1] ?? west;
  let widest = west + 360 - east;
  for (let index = 1; index < sorted.length; index++) {
    const before = sorted[index - 1] ?? 0;
    const here = sorted[index] ?? 0;
    if (here - before <= widest) continue;
    widest = here - before;
    west = here;
    east = before + 360;
  }
  return { west, east };
}

/** The same part, in the copy of the world whose middle is nearest to a longitude. */
export function moveNear(bounds: Bounds, longitude: number): Bounds {
  const middle = (bounds.west + bounds.east) / 2;
  const shift = Math.round((longitude - middle) / 360) * 360;
  return { ...bounds, west: bounds.west + shift, east: bounds.east + shift };
}

/** Whether a place is in a part of the map, its edges included. */
export function boundsContain(bounds: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < bounds.south || latitude > bounds.north) return false;
  if (bounds.east - bounds.west >= 360) return true;
  const middle = (bounds.west + bounds.east) / 2;
  return Math.abs(shortWay(middle, longitude)) <= (bounds.east - bounds.west) / 2 + ROUNDING;
}

/** Degrees that halving and adding may lose: less than a tenth of a millimeter. */
const ROUNDING = 1e-9;
