import type { PositionMeaning } from '@contract/profile';
import type { Alarm } from '@contract/trajectories';
import { PositionBuffer, type Positions } from './position-buffer';
import { UnreadReport } from './unread-report';
import { holdsNothing, isJsonObject, own, type JsonObject } from '../json';
import { LARGEST, toFlag, toMoment, toNumber } from './object-reader';
import { toHeading, toKmh } from './tracking';
import {
  drawable,
  fieldsOf,
  first,
  problemOf,
  readCoordinates,
  readPlace,
  readSegment,
  readText,
  toAmount,
  type Place,
  type ReportedSegment,
  type ReportedStop,
} from './trajectory-parts';

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
 * Decodes *trajectory data*: a FeatureCollection, an array of positions or a LineString with
 * times, plain or wrapped. Units are those of the profile's tracking position.
 */
export function decodeTrajectoryData(body: unknown, names: PositionMeaning): TrajectoryData {
  const reader = new DataReader(names);
  reader.read(body, '', 0);
  return reader.finish(body);
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
  readonly #names: PositionMeaning;
  readonly #report = new UnreadReport();
  readonly #detailed = new PositionBuffer();
  /** Positions of stops, alarms and segments: the track, where nothing more detailed came. */
  readonly #landmarks = new PositionBuffer();
  readonly #stops: ReportedStop[] = [];
  readonly #alarms: Alarm[] = [];
  readonly #segments: ReportedSegment[] = [];
  #unreadSegments = 0;
  #items = 0;

  constructor(names: PositionMeaning) {
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
