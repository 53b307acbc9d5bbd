import type { Unread } from '@contract/records';
import type { Alarm, DaySummary, Segment } from '@contract/trajectories';
import { FleetdeskError } from '@contract/errors';
import { dayOfAcc } from '../../trajectories/day-math';
import { PositionBuffer, type Positions } from '../../trajectories/position-buffer';
import { UnreadReport } from '../../trajectories/unread-report';
import { holdsNothing, isJsonObject, own, type JsonObject } from '../json';
import type { Profile } from '../profile';
import {
  isAmount,
  LARGEST,
  LONGEST_TEXT,
  ObjectReader,
  toFlag,
  toMoment,
  toNumber,
} from './object-reader';
import { refuseEndless } from './records';
import { toHeading, toKmh } from './tracking';

/** The days out of *list trajectories* (service defaults, "Trajectories"). */
export interface TrajectoryList {
  readonly days: readonly DaySummary[];
  /** Items in the answer, readable or not. */
  readonly size: number;
  readonly unread: readonly Unread[];
}

/** One day out of *get trajectory* (service defaults, "Trajectories"). */
export interface TrajectoryRecord {
  readonly summary: DaySummary;
  readonly segments: readonly ReportedSegment[];
  /** Drives that could not be read. */
  readonly unreadSegments: number;
  readonly report: UnreadReport;
}

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

/** What *trajectory data* holds (service defaults, "Trajectories"). */
export interface TrajectoryData {
  readonly positions: Positions;
  readonly stops: readonly ReportedStop[];
  readonly alarms: readonly Alarm[];
  readonly segments: readonly ReportedSegment[];
  /** Drives that could not be read. */
  readonly unreadSegments: number;
  readonly report: UnreadReport;
}

/**
 * Decodes *list trajectories*: an array, `{data: […]}` or one record alone.
 * @throws FleetdeskError `bad-response` where there is no list
 */
export function decodeTrajectoryList(body: unknown): TrajectoryList {
  const inner = isJsonObject(body) && Object.hasOwn(body, 'data') ? own(body, 'data') : body;
  const items: unknown = isJsonObject(inner) ? [inner] : inner;
  if (!Array.isArray(items)) {
    throw new FleetdeskError({
      code: 'bad-response',
      reason: 'unexpected-shape',
      message: 'The answer holds no list of trajectories in "data".',
    });
  }
  refuseEndless(items);
  const unread: Unread[] = [];
  const days = items.flatMap((item: unknown, index) => {
    const record = new ObjectReader(fieldsOf(item), `data[${index}]`, unread);
    const day = dayOfAcc(record.value('acc'));
    if (day === null) record.report('acc', 'not-a-day');
    return day === null ? [] : [readSummary(record, day)];
  });
  return { days, size: items.length, unread };
}

/** Decodes *get trajectory* for a day; what can't be read is reported. */
export function decodeTrajectory(body: unknown, day: string): TrajectoryRecord {
  const report = new UnreadReport();
  const fields = fieldsOf(unwrap(body, (item) => dayOfAcc(own(fieldsOf(item), 'acc')) === day));
  if (Object.keys(fields).length === 0) report.add('data', 'not-a-trajectory', body);
  const unread: Unread[] = [];
  const record = new ObjectReader(fields, 'data', unread);
  const summary = readSummary(record, day);
  for (const { path, problem } of unread) {
    report.add(path, problem, { [path]: own(fields, path.replace(/^data\./, '')) });
  }
  const segs = own(fields, 'segs');
  const told: unknown[] = Array.isArray(segs) ? segs : [];
  const segments = told.flatMap((item, index) => {
    const segment = readSegment(item);
    if (segment === null) report.add(`data.segs[${index}]`, 'not-a-segment', item);
    return segment ?? [];
  });
  return { summary, segments, unreadSegments: told.length - segments.length, report };
}

/**
 * Decodes *trajectory data*: a FeatureCollection, an array of positions or a LineString with
 * times, plain or wrapped. Units are those of the profile's tracking position.
 */
export function decodeTrajectoryData(body: unknown, names: Profile['tracking']): TrajectoryData {
  const reader = new DataReader(names);
  reader.read(body, '', 0);
  return reader.finish(body);
}

/** The record inside `{data: …}`, out of a list the one that fits best. */
function unwrap(body: unknown, fits: (item: unknown) => boolean): unknown {
  const inner = isJsonObject(body) && Object.hasOwn(body, 'data') ? own(body, 'data') : body;
  return Array.isArray(inner) ? (inner.find(fits) ?? inner[0]) : inner;
}

/** The fields of a record: its `attributes`, or the object itself. */
function fieldsOf(item: unknown): JsonObject {
  if (!isJsonObject(item)) return {};
  const attributes = own(item, 'attributes') ?? own(item, 'properties');
  return isJsonObject(attributes) ? attributes : item;
}

function readSummary(record: ObjectReader, day: string): DaySummary {
  return {
    day,
    duration: record.amount('dur', LARGEST.duration),
    distance: record.amount('dis', LARGEST.distance),
    topSpeed: record.amount('spMax', LARGEST.speed),
    averageSpeed: record.amount('spAvg', LARGEST.speed),
    stops: record.amount('stCnt', LARGEST.count),
    stopDuration: record.amount('stDur', LARGEST.duration),
    alarms: record.amount('alCnt', LARGEST.count),
  };
}

function readSegment(item: unknown): ReportedSegment | null {
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

/** The number of a value where it lies from 0 to `most`. */
function toAmount(value: unknown, most: number): number | null {
  const number = toNumber(value);
  return number !== null && isAmount(number, most) ? number : null;
}

function readText(fields: JsonObject, key: string): string | null {
  const value = own(fields, key);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST_TEXT) : null;
}

/** The first of several keys that holds a value. */
function first(fields: JsonObject, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = own(fields, key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function readPlace(fields: JsonObject, geometry: unknown): Place | null {
  const latitude = toNumber(first(fields, 'lat', 'latitude'));
  const longitude = toNumber(first(fields, 'lng', 'lon', 'longitude'));
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  const shape = geometry ?? own(fields, 'geometry') ?? own(fields, 'coordinates');
  const coordinates = isJsonObject(shape) ? own(shape, 'coordinates') : shape;
  return Array.isArray(coordinates) ? readCoordinates(coordinates) : null;
}

function readCoordinates(coordinates: readonly unknown[]): Place | null {
  const longitude = toNumber(coordinates[0]);
  const latitude = toNumber(coordinates[1]);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Why a place can't be drawn, or null for a good one. */
function problemOf(place: Place | null): string | null {
  if (place === null || (place.latitude === 0 && place.longitude === 0)) return 'no-position';
  const isInRange = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  return isInRange ? null : 'out-of-range';
}

/** A place that can be drawn: of a day without fixes, ends of drives are the track. */
function drawable(place: Place | null): Place | null {
  return problemOf(place) === null ? place : null;
}

/** Keys under which answers keep the items, or the one record that holds them. */
const CONTAINERS = ['features', 'data', 'positions', 'points', 'attributes', 'geometry', 'ls'];
/** Keys under which a line keeps the times of its points. */
const TIME_LISTS = ['coordTimes', 'times', 'timestamps', 'act'];
/** Keys under which a position keeps its time, beside the profile's own. */
const TIME_KEYS = ['act', 'time', 'timestamp', 'at'];
/** Keys under which a position keeps its place. */
const PLACE_KEYS = ['lat', 'latitude', 'lng', 'lon', 'longitude', 'geometry', 'coordinates'];
const DEEPEST = 6;

/** Goes through an answer of *trajectory data* once and collects what it holds. */
class DataReader {
  readonly #names: Profile['tracking'];
  readonly #report = new UnreadReport();
  readonly #detailed = new PositionBuffer();
  /** Positions of stops, alarms and segments: the track, where nothing more detailed came. */
  readonly #landmarks = new PositionBuffer();
  readonly #stops: ReportedStop[] = [];
  readonly #alarms: Alarm[] = [];
  readonly #segments: ReportedSegment[] = [];
  #unreadSegments = 0;
  #items = 0;

  constructor(names: Profile['tracking']) {
    this.#names = names;
  }

  read(value: unknown, path: string, depth: number): void {
    if (depth > DEEPEST || value === null || value === undefined) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        this.#readItem(value[index], `${path}[${index}]`, depth + 1);
      }
      return;
    }
    if (isJsonObject(value)) this.#readObject(value, path, depth);
  }

  finish(body: unknown): TrajectoryData {
    if (this.#items === 0 && !holdsNothing(body)) {
      this.#report.add('data', 'not-a-trajectory', body);
    }
    return {
      positions: this.#detailed.count > 0 ? this.#detailed : this.#landmarks,
      stops: this.#stops,
      alarms: this.#alarms,
      segments: this.#segments,
      unreadSegments: this.#unreadSegments,
      report: this.#report,
    };
  }

  #readObject(value: JsonObject, path: string, depth: number): void {
    if (Array.isArray(own(value, 'coordinates'))) {
      this.#readLine(value, value, path);
      return;
    }
    for (const key of CONTAINERS) {
      const inner = own(value, key);
      if (Array.isArray(inner) || (isJsonObject(inner) && key !== 'geometry')) {
        this.read(inner, path === '' ? key : `${path}.${key}`, depth + 1);
        return;
      }
    }
    // What has nothing of a position is left to the report on the whole answer.
    const fields = fieldsOf(value);
    const marks = ['point', 'geometry', this.#names.time.key, ...TIME_KEYS];
    if (first(fields, ...marks) !== undefined || first(value, 'geometry') !== undefined) {
      this.#readItem(value, path, depth);
    }
  }

  /** A feature, a position, or a line inside a list. */
  #readItem(item: unknown, path: string, depth: number): void {
    if (!isJsonObject(item)) {
      this.#items++;
      this.#report.add(path, 'not-an-object', item);
      return;
    }
    if (Array.isArray(own(item, 'features')) || Array.isArray(own(item, 'coordinates'))) {
      this.read(item, path, depth);
      return;
    }
    const fields = fieldsOf(item);
    const geometry = own(item, 'geometry');
    if (isJsonObject(geometry) && isLine(geometry) && !isJsonObject(own(fields, 'point'))) {
      this.#readLine(geometry, fields, path);
      return;
    }
    this.#items++;
    this.#readFeature(fields, geometry, item, path);
  }

  #readFeature(fields: JsonObject, geometry: unknown, item: JsonObject, path: string): void {
    const inner = own(fields, 'point');
    const point = isJsonObject(inner) ? inner : fields;
    const kind = String(own(fields, 'type') ?? 'DETAILED').toUpperCase();
    const segment = kind === 'SEGMENT' ? readSegment(fields) : null;
    if (segment !== null) {
      this.#segments.push(segment);
      return;
    }
    const isDrive = kind === 'SEGMENT' && isJsonObject(own(fields, 'sta'));
    if (isDrive) this.#unreadSegments++;
    const at = toMoment(first(point, this.#names.time.key, ...TIME_KEYS));
    const place = readPlace(point, geometry);
    const isTimed = at !== null && at > 0;
    if (kind === 'ALARM' && isTimed) {
      const tag = readText(fields, 'tag');
      this.#alarms.push({ at, place: drawable(place), tag, message: readText(fields, 'msg') });
      // Some alarms are of a time alone, as when a device was opened: there is no more to read.
      if (first(point, ...PLACE_KEYS) === undefined && (geometry ?? null) === null) return;
    }
    const problem = isTimed ? problemOf(place) : 'no-time';
    if (problem !== null || at === null || place === null) {
      this.#report.add(path, problem ?? 'no-position', item);
      return;
    }
    const position = { at, ...place, ...this.#readMotion(point) };
    if (kind === 'STOP') this.#stops.push(readStop(fields, position));
    const isLandmark = kind === 'STOP' || kind === 'ALARM' || kind === 'SEGMENT';
    (isLandmark ? this.#landmarks : this.#detailed).add(position);
  }

  #readMotion(point: JsonObject): {
    speed: number | null;
    heading: number | null;
    ignition: boolean | null;
  } {
    const { speed, heading, ignition } = this.#names;
    const spd = toNumber(first(point, speed.key, 'spd', 'speed'));
    const kmh = spd === null ? null : toKmh(spd, speed.unit);
    const dir = toNumber(first(point, heading.key, 'dir', 'heading', 'course'));
    return {
      speed: toAmount(kmh, LARGEST.speed),
      heading: dir === null ? null : toHeading(dir, heading),
      ignition: toFlag(first(point, ignition.key, 'ign', 'ignition')),
    };
  }

  /** A line with a time a point: in a list beside it, or as the last number of each point. */
  #readLine(geometry: JsonObject, fields: JsonObject, path: string): void {
    const told = own(geometry, 'coordinates');
    const coordinates: unknown[] = Array.isArray(told) ? told : [];
    const isNested = Array.isArray(coordinates[0]) && Array.isArray(coordinates[0][0]);
    const points: unknown[] = isNested ? coordinates.flat(1) : coordinates;
    const lists = TIME_LISTS.map((key) => own(fields, key) ?? own(geometry, key));
    const list = lists.find((times) => Array.isArray(times));
    const times: unknown[] = Array.isArray(list) ? (isNested ? list.flat(1) : list) : [];
    points.forEach((point, index) => {
      this.#items++;
      const where = `${path}.coordinates[${index}]`;
      const place = Array.isArray(point) ? readCoordinates(point) : null;
      const last: unknown = Array.isArray(point) && point.length > 2 ? point.at(-1) : undefined;
      const at = toMoment(times[index]) ?? timeInPoint(last);
      const problem = at === null ? 'no-time' : problemOf(place);
      if (problem !== null || at === null || place === null) {
        this.#report.add(where, problem ?? 'no-position', point);
      } else {
        this.#detailed.add({ at, ...place, speed: null, heading: null, ignition: null });
      }
    });
  }
}

/** An altitude is no time: only numbers that are moments since 2001 count. */
function timeInPoint(value: unknown): number | null {
  const number = toNumber(value);
  return number !== null && number > 1_000_000_000 ? toMoment(number) : null;
}

function isLine(geometry: JsonObject): boolean {
  const coordinates = own(geometry, 'coordinates');
  return Array.isArray(coordinates) && Array.isArray(coordinates[0]);
}

/** `val` of a stop is its duration in seconds, where it is a number at all. */
function readStop(fields: JsonObject, at: Place & { at: number }): ReportedStop {
  const { latitude, longitude } = at;
  const duration = toAmount(first(fields, 'val', 'dur'), LARGEST.duration);
  const to = duration === null ? null : at.at + duration * 1000;
  const point = own(fields, 'point');
  const address = readText(fields, 'adr') ?? (isJsonObject(point) ? readText(point, 'adr') : null);
  return { from: at.at, to, latitude, longitude, address };
}
