import type { Segment } from '@contract/trajectories';
import { isJsonObject, own, type JsonObject } from '../json';
import { isAmount, LARGEST, LONGEST_TEXT, toMoment, toNumber } from './object-reader';

/** A drive as the service tells it, with the places where it began and ended. */
export interface ReportedSegment extends Segment {
  readonly start: Place | null;
  readonly end: Place | null;
}

/** A place in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A stay as the service tells it; `to` is null where it tells no end. */
export interface ReportedStop extends Place {
  from: number;
  to: number | null;
  address: string | null;
}

/** The fields of a record: its `attributes`, or the object itself. */
export function fieldsOf(item: unknown): JsonObject {
  if (!isJsonObject(item)) return {};
  const attributes = own(item, 'attributes') ?? own(item, 'properties');
  return isJsonObject(attributes) ? attributes : item;
}

/** A drive; null where it has no start and end that can be read. */
export function readSegment(item: unknown): ReportedSegment | null {
  const fields = fieldsOf(item);
  const start = own(fields, 'sta');
  const end = own(fields, 'end');
  if (!isJsonObject(start) || !isJsonObject(end)) return null;
  const from = toMoment(own(start, 'act'));
  const to = toMoment(own(end, 'act'));
  if (from === null || to === null || to < from) return null;
  return {
    from,
    to,
    distance: toAmount(own(fields, 'dis'), LARGEST.distance),
    topSpeed: toAmount(own(fields, 'spMax'), LARGEST.speed),
    startAddress: readText(start, 'adr'),
    endAddress: readText(end, 'adr'),
    start: drawable(readPlace(start, undefined)),
    end: drawable(readPlace(end, undefined)),
  };
}

/** The number of a value where it is from 0 to `most`. */
export function toAmount(value: unknown, most: number): number | null {
  const number = toNumber(value);
  return number !== null && isAmount(number, most) ? number : null;
}

/** The text of a key, at most {@link LONGEST_TEXT} characters; null for none. */
export function readText(fields: JsonObject, key: string): string | null {
  const value = own(fields, key);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST_TEXT) : null;
}

/** The first of several keys that holds a value. */
export function first(fields: JsonObject, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = own(fields, key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** A place by its latitude and longitude, or by a geometry in GeoJSON order; null for none. */
export function readPlace(fields: JsonObject, geometry: unknown): Place | null {
  const latitude = toNumber(first(fields, 'lat', 'latitude'));
  const longitude = toNumber(first(fields, 'lng', 'lon', 'longitude'));
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  const shape = geometry ?? own(fields, 'geometry') ?? own(fields, 'coordinates');
  const coordinates = isJsonObject(shape) ? own(shape, 'coordinates') : shape;
  return Array.isArray(coordinates) ? readCoordinates(coordinates) : null;
}

/** A place in GeoJSON order: longitude, latitude. */
export function readCoordinates(coordinates: readonly unknown[]): Place | null {
  const longitude = toNumber(coordinates[0]);
  const latitude = toNumber(coordinates[1]);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Why a place can't be drawn, or null for a good one. */
export function problemOf(place: Place | null): string | null {
  if (place === null || (place.latitude === 0 && place.longitude === 0)) return 'no-position';
  const isInRange = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  return isInRange ? null : 'out-of-range';
}

/** A place that can be drawn: of a day without fixes, ends of drives are the track. */
export function drawable(place: Place | null): Place | null {
  return problemOf(place) === null ? place : null;
}
