import type { ZoneShape } from '../zones';
import {
  boundsOf,
  nearLongitude,
  reachOf,
  shortWay,
  unwrapLongitudes,
  type Bounds,
  type Place,
} from './longitudes';
import { EARTH_RADIUS, metersBetween } from './sphere';

/*
 * Where a place or a way is: inside a zone, outside, or on its edge. Edges are straight in degrees,
 * as a map draws them closely enough; meters are measured on a plane that touches the earth near the
 * edge.
 */

const RADIANS = Math.PI / 180;
const METERS_A_DEGREE = EARTH_RADIUS * RADIANS;

/** A form that is ready to be tested many times. Make it with {@link prepareShape}. */
export interface PreparedShape {
  readonly shape: ZoneShape;
  /** The part of the map that holds all of it. */
  readonly bounds: Bounds;
  readonly latitudes: Float64Array;
  /** Without the jump at the date line, so maybe beyond ±180. */
  readonly longitudes: Float64Array;
  /** Half way between the farthest of them: every place is tested where it is nearest to this. */
  readonly middle: number;
}

/** A part of a way, from 0 (its start) to 1 (its end). */
export type Span = readonly [from: number, to: number];

/** Degrees of latitude, and of longitude at a latitude, that so many meters are. */
function degreesOf(meters: number, latitude: number): { north: number; east: number } {
  const north = meters / METERS_A_DEGREE;
  const narrow = Math.cos(Math.min(89.9, Math.abs(latitude) + north) * RADIANS);
  return { north, east: Math.min(180, north / narrow) };
}

/** A part of the map that is wider on each side by so many meters. */
export function widenBounds(bounds: Bounds, meters: number): Bounds {
  const farthest = Math.max(Math.abs(bounds.south), Math.abs(bounds.north));
  const { north, east } = degreesOf(meters, farthest);
  return {
    south: Math.max(-90, bounds.south - north),
    north: Math.min(90, bounds.north + north),
    west: bounds.west - east,
    east: bounds.east + east,
  };
}

/** The places that a form is made of. */
export function placesOf(shape: ZoneShape): readonly Place[] {
  switch (shape.kind) {
    case 'circle':
      return [shape.center];
    case 'polygon':
      return shape.corners;
    case 'corridor':
      return shape.path;
  }
}

/** The part of the map that holds all of a form. `east` may be beyond 180, `west` below −180. */
export function boundsOfShape(shape: ZoneShape): Bounds {
  const bounds = boundsOf(placesOf(shape)) ?? { south: 0, west: 0, north: 0, east: 0 };
  if (shape.kind === 'polygon') return bounds;
  return widenBounds(bounds, shape.kind === 'circle' ? shape.radius : shape.width / 2);
}

/** Makes a form ready to be tested; it has to be one in which `shapeFault` finds nothing. */
export function prepareShape(shape: ZoneShape): PreparedShape {
  const places = placesOf(shape);
  const longitudes = unwrapLongitudes(places.map(({ longitude }) => longitude));
  const { west, east } = reachOf(longitudes);
  return {
    shape,
    bounds: boundsOfShape(shape),
    latitudes: Float64Array.from(places, ({ latitude }) => latitude),
    longitudes,
    middle: (west + east) / 2,
  };
}

/** Whether a place is in a form. */
export function isWithin(prepared: PreparedShape, place: Place): boolean {
  return prepared.shape.kind === 'polygon'
    ? isInPolygon(prepared, nearShape(prepared, place))
    : metersOutside(prepared, place) === 0;
}

/** How far a place is from a form, meters; 0 inside of it and on its edge. */
export function metersOutside(prepared: PreparedShape, place: Place): number {
  const { shape } = prepared;
  switch (shape.kind) {
    case 'circle':
      return Math.max(0, metersBetween(shape.center, place) - shape.radius);
    case 'polygon': {
      const here = nearShape(prepared, place);
      return isInPolygon(prepared, here) ? 0 : metersToEdges(prepared, here, true);
    }
    case 'corridor':
      return Math.max(
        0,
        metersToEdges(prepared, nearShape(prepared, place), false) - shape.width / 2,
      );
  }
}

/** How far a place is from the edge of a form, meters, from within as from outside. */
export function metersFromEdge(prepared: PreparedShape, place: Place): number {
  const { shape } = prepared;
  const here = nearShape(prepared, place);
  switch (shape.kind) {
    case 'circle':
      return Math.abs(metersBetween(shape.center, place) - shape.radius);
    case 'polygon':
      return metersToEdges(prepared, here, true);
    case 'corridor':
      return Math.abs(metersToEdges(prepared, here, false) - shape.width / 2);
  }
}

/**
 * The parts of the straight way between two places that lie in a form, in order. The way goes the
 * short way round.
 */
export function spansInside(prepared: PreparedShape, from: Place, to: Place): Span[] {
  const { shape } = prepared;
  const start = nearShape(prepared, from);
  const end = {
    latitude: to.latitude,
    longitude: start.longitude + shortWay(from.longitude, to.longitude),
  };
  const at = (share: number): Place => ({
    latitude: start.latitude + (end.latitude - start.latitude) * share,
    longitude: start.longitude + (end.longitude - start.longitude) * share,
  });
  switch (shape.kind) {
    case 'circle': {
      const span = spanBelow((share) => metersBetween(shape.center, at(share)) - shape.radius);
      return span === null ? [] : [span];
    }
    case 'polygon':
      return spansInPolygon(prepared, start, end, at);
    case 'corridor':
      return spansInCorridor(prepared, shape.width / 2, start, end, at);
  }
}

/** The place with its longitude written as near to the form as it can be. */
function nearShape({ middle }: PreparedShape, { latitude, longitude }: Place): Place {
  return { latitude, longitude: nearLongitude(longitude, middle) };
}

function isInPolygon({ latitudes, longitudes }: PreparedShape, place: Place): boolean {
  const { longitude: x, latitude: y } = place;
  let isInside = false;
  for (let index = 0, before = latitudes.length - 1; index < latitudes.length; before = index++) {
    const y1 = latitudes[before] ?? 0;
    const y2 = latitudes[index] ?? 0;
    if (y1 > y === y2 > y) continue;
    const x1 = longitudes[before] ?? 0;
    const x2 = longitudes[index] ?? 0;
    if (x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

function metersToEdges(
  { latitudes, longitudes }: PreparedShape,
  place: Place,
  isClosed: boolean,
): number {
  const count = isClosed ? latitudes.length : latitudes.length - 1;
  let least = Infinity;
  for (let index = 0; index < count; index++) {
    const next = (index + 1) % latitudes.length;
    const meters = metersToEdge(
      place,
      latitudes[index] ?? 0,
      longitudes[index] ?? 0,
      latitudes[next] ?? 0,
      longitudes[next] ?? 0,
    );
    if (meters < least) least = meters;
  }
  return least;
}

/** On the plane that touches the earth at the start of the edge. */
function metersToEdge(
  { latitude, longitude }: Place,
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const narrow = Math.cos(fromLatitude * RADIANS);
  const x = (longitude - fromLongitude) * narrow;
  const y = latitude - fromLatitude;
  const dx = (toLongitude - fromLongitude) * narrow;
  const dy = toLatitude - fromLatitude;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
  return Math.hypot(x - dx * share, y - dy * share) * METERS_A_DEGREE;
}

function spansInPolygon(
  prepared: PreparedShape,
  start: Place,
  end: Place,
  at: (share: number) => Place,
): Span[] {
  const { latitudes, longitudes } = prepared;
  const { longitude: x, latitude: y } = start;
  const dx = end.longitude - start.longitude;
  const dy = end.latitude - start.latitude;
  const cuts = [0, 1];
  for (let index = 0, before = latitudes.length - 1; index < latitudes.length; before = index++) {
    const x1 = longitudes[before] ?? 0;
    const y1 = latitudes[before] ?? 0;
    const ex = (longitudes[index] ?? 0) - x1;
    const ey = (latitudes[index] ?? 0) - y1;
    const cross = dx * ey - dy * ex;
    if (cross === 0) continue;
    const share = ((x1 - x) * ey - (y1 - y) * ex) / cross;
    const along = ((x1 - x) * dy - (y1 - y) * dx) / cross;
    if (share > 0 && share < 1 && along >= 0 && along <= 1) cuts.push(share);
  }
  cuts.sort((one, other) => one - other);
  const spans: Span[] = [];
  for (let index = 1; index < cuts.length; index++) {
    const from = cuts[index - 1] ?? 0;
    const to = cuts[index] ?? 1;
    if (to > from && isInPolygon(prepared, at((from + to) / 2))) spans.push([from, to]);
  }
  return joined(spans);
}

function spansInCorridor(
  { latitudes, longitudes }: PreparedShape,
  half: number,
  start: Place,
  end: Place,
  at: (share: number) => Place,
): Span[] {
  const spans: Span[] = [];
  for (let index = 1; index < latitudes.length; index++) {
    const y1 = latitudes[index - 1] ?? 0;
    const x1 = longitudes[index - 1] ?? 0;
    const y2 = latitudes[index] ?? 0;
    const x2 = longitudes[index] ?? 0;
    const room = degreesOf(half, Math.max(Math.abs(y1), Math.abs(y2)));
    const isFar =
      Math.max(start.longitude, end.longitude) < Math.min(x1, x2) - room.east ||
      Math.min(start.longitude, end.longitude) > Math.max(x1, x2) + room.east ||
      Math.max(start.latitude, end.latitude) < Math.min(y1, y2) - room.north ||
      Math.min(start.latitude, end.latitude) > Math.max(y1, y2) + room.north;
    if (isFar) continue;
    const span = spanBelow((share) => metersToEdge(at(share), y1, x1, y2, x2) - half);
    if (span !== null) spans.push(span);
  }
  return joined(spans.sort(([one], [other]) => one - other));
}

/** Spans in order, those that touch made one. */
function joined(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

const STEPS = 50;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Where a function that falls first and rises then is not above 0; null for nowhere. */
function spanBelow(meters: (share: number) => number): Span | null {
  let low = 0;
  let high = 1;
  for (let step = 0; step < STEPS; step++) {
    const one = high - (high - low) * GOLDEN;
    const other = low + (high - low) * GOLDEN;
    if (meters(one) <= meters(other)) high = other;
    else low = one;
  }
  const lowest = [0, (low + high) / 2, 1].reduce((best, share) =>
    meters(share) < meters(best) ? share : best,
  );
  if (meters(lowest) > 0) return null;
  return [edge(meters, lowest, 0), edge(meters, lowest, 1)];
}

/** The last share towards `out` that is not above 0, from one that is not. */
function edge(meters: (share: number) => number, inside: number, out: number): number {
  if (meters(out) <= 0) return out;
  let within = inside;
  let beyond = out;
  for (let step = 0; step < STEPS; step++) {
    const middle = (within + beyond) / 2;
    if (meters(middle) <= 0) within = middle;
    else beyond = middle;
  }
  return within;
}
