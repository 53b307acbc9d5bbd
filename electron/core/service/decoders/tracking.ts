import { FleetdeskError } from '@contract/errors';
import type { Fix } from '@contract/fixes';
import type { PositionMeaning } from '@contract/profile';
import type { Unread } from '@contract/records';
import { CLOCK_TOLERANCE } from '@contract/rules/clock-offset';
import { isJsonObject, own, type JsonObject } from '../json';
import { isAmount, LARGEST, ObjectReader, toMoment, toNumber } from './object-reader';

/** A tracking position as the service told it (public API, "Tracking position"). */
export interface TrackingRecord {
  readonly fix: Fix;
  /** The time that the device told, right or wrong, epoch milliseconds; null for none. */
  readonly toldAt: number | null;
  /** When the answer came, epoch milliseconds: the age of the fix is measured against it. */
  readonly receivedAt: number;
  readonly raw: JsonObject;
  readonly unread: readonly Unread[];
}

const SPEED_FACTORS = { 'km/h': 1, 'm/s': 3.6, mph: 1.609344, knots: 1.852 } as const;

/** Decodes a position with names and units of the profile. @throws FleetdeskError `bad-response` */
export function decodeTracking(
  body: unknown,
  names: PositionMeaning,
  receivedAt: number,
): TrackingRecord {
  const data = isJsonObject(body) ? own(body, 'data') : undefined;
  const feature: unknown = Array.isArray(data) && data.length === 1 ? data[0] : (data ?? body);
  if (!isJsonObject(feature) || !holdsPosition(feature)) {
    throw new FleetdeskError({
      code: 'bad-response',
      reason: 'unexpected-shape',
      message: 'The answer holds no tracking position in "data".',
    });
  }
  const unread: Unread[] = [];
  const key = Object.hasOwn(feature, 'attributes') ? 'attributes' : 'properties';
  const attributes = new ObjectReader(own(feature, key), key, unread);
  const toldAt = readTime(attributes, names.time);
  return {
    fix: readFix(attributes, own(feature, 'geometry'), names, { toldAt, receivedAt }),
    toldAt,
    receivedAt,
    raw: feature,
    unread,
  };
}

/** A plain GeoJSON feature carries its fields in `properties`; both are read. */
function holdsPosition(feature: JsonObject): boolean {
  return isJsonObject(own(feature, 'attributes')) || isJsonObject(own(feature, 'properties'));
}

/**
 * Reads a fix out of its attributes. A time that is missing or in the future gives way to the
 * arrival time and is flagged; a place that can't be one is flagged and left out.
 */
function readFix(
  attributes: ObjectReader,
  outerGeometry: unknown,
  names: PositionMeaning,
  { toldAt, receivedAt }: Pick<TrackingRecord, 'toldAt' | 'receivedAt'>,
): Fix {
  const problems: Fix['problems'] = [];
  let at = receivedAt;
  if (toldAt === null) problems.push('no-time');
  else if (toldAt > receivedAt + CLOCK_TOLERANCE) problems.push('future');
  else at = toldAt;

  const place = readPlace(attributes, outerGeometry, names.position);
  if (place === null || (place.latitude === 0 && place.longitude === 0)) {
    problems.push('no-position');
  } else if (Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) {
    problems.push('out-of-range');
  }
  const isDrawn = !problems.includes('no-position') && !problems.includes('out-of-range');
  return {
    at,
    latitude: isDrawn && place ? place.latitude : null,
    longitude: isDrawn && place ? place.longitude : null,
    speed: readSpeed(attributes, names.speed),
    heading: readHeading(attributes, names.heading),
    ignition: attributes.flag(names.ignition.key),
    ...readBattery(attributes, names.battery),
    output1: attributes.text(names.output1.key),
    problems,
  };
}

function readTime(attributes: ObjectReader, name: PositionMeaning['time']): number | null {
  const value = attributes.value(name.key);
  if (value === undefined || value === null || value === '') return null;
  const number = toNumber(value);
  const moment =
    name.unit === 'milliseconds' && number !== null ? Math.round(number) : toMoment(value);
  // Zero and below is a device that never learned the time.
  if (moment === null || moment <= 0) {
    attributes.report(name.key, 'not-a-time');
    return null;
  }
  return moment;
}

function readSpeed(attributes: ObjectReader, name: PositionMeaning['speed']): number | null {
  const told = attributes.number(name.key);
  if (told === null) return null;
  const speed = toKmh(told, name.unit);
  if (isAmount(speed, LARGEST.speed)) return speed;
  attributes.report(name.key, 'out-of-range');
  return null;
}

function readHeading(attributes: ObjectReader, name: PositionMeaning['heading']): number | null {
  const told = attributes.number(name.key);
  if (told === null) return null;
  const heading = toHeading(told, name);
  if (heading === null) attributes.report(name.key, 'out-of-range');
  return heading;
}

/** A speed in the profile's unit as km/h. */
export function toKmh(told: number, unit: PositionMeaning['speed']['unit']): number {
  return told * SPEED_FACTORS[unit];
}

/**
 * A heading as the profile has it as degrees clockwise from north, 0 to 360 exclusive; null for
 * more turns than any vehicle makes: of so large a figure nothing of the direction is left.
 */
export function toHeading(
  told: number,
  name: Omit<PositionMeaning['heading'], 'key'>,
): number | null {
  if (Math.abs(told) > LARGEST.heading) return null;
  const degrees = name.unit === 'radians' ? (told * 180) / Math.PI : told;
  const turned = (name.turns === 'counter-clockwise' ? -degrees : degrees) + name.zero;
  const heading = ((turned % 360) + 360) % 360;
  return heading === 360 ? 0 : heading;
}

function readBattery(
  attributes: ObjectReader,
  name: PositionMeaning['battery'],
): Pick<Fix, 'battery' | 'voltage'> {
  const told = attributes.number(name.key);
  if (told === null || name.unit === 'unknown') return { battery: null };
  if (name.unit === 'volts') {
    const isPossible = isAmount(told, LARGEST.volts);
    return { battery: null, ...(isPossible && { voltage: { volts: told, isGuessed: false } }) };
  }
  const percent = name.unit === 'fraction' ? told * 100 : told;
  // Outside 0 to 100 the number means something else: it stays in the raw record.
  return { battery: percent >= 0 && percent <= 100 ? percent : null };
}

interface Place {
  latitude: number;
  longitude: number;
}

function readPlace(
  attributes: ObjectReader,
  outerGeometry: unknown,
  name: PositionMeaning['position'],
): Place | null {
  const geometry = attributes.value(name.key) ?? outerGeometry;
  if (geometry === undefined || geometry === null) return null;
  const coordinates: unknown = isJsonObject(geometry) ? own(geometry, 'coordinates') : geometry;
  if (!Array.isArray(coordinates)) {
    attributes.report(name.key, 'not-a-position');
    return null;
  }
  const first = toNumber(coordinates[0]);
  const second = toNumber(coordinates[1]);
  if (first === null || second === null) {
    attributes.report(`${name.key}.coordinates`, 'not-a-position');
    return null;
  }
  return name.order === 'longitude-latitude'
    ? { longitude: first, latitude: second }
    : { longitude: second, latitude: first };
}
