import type { Addresses } from '../world/driving/addresses';
import { describeAlarm, eventTag, type DayReport, type Trip } from '../world/driving/day-report';
import type { FixRow } from '../world/driving/fixes';
import { toLocalIso } from '../world/driving/local-time';
import type { RoadGraph } from '../world/driving/road-graph';
import type { Vehicle } from '../world/fleet/records';
import { outputOf } from './tracking';

export const TRAJECTORY_KINDS = ['SEGMENT', 'DETAILED', 'ALARM', 'STOP'];

/** One day of one vehicle, with what is needed to write it down. */
export interface Day {
  readonly acc: number;
  readonly vehicle: Vehicle;
  readonly deviceId: string;
  readonly report: DayReport;
  readonly addresses: Addresses;
  readonly graph: RoadGraph;
  readonly seed: number;
}

const TYPE = 'trajectories';

/** A day as lists of trajectories answer it: figures alone. */
export function daySummary(day: Day): unknown {
  return { type: TYPE, attributes: figuresOf(day) };
}

/** A day with its line and its segments. */
export function dayRecord(day: Day): unknown {
  const { fixes, trips } = day.report;
  const line = fixes.map(({ lng, lat }) => [lng, lat]);
  const [only] = line;
  // A LineString has at least two points, even of a vehicle that never left.
  if (line.length === 1 && only) line.push(only);
  return {
    type: TYPE,
    attributes: {
      ...figuresOf(day),
      ls: { type: 'LineString', coordinates: line },
      segs: trips.map((trip, index) => segmentOf(day, trip, index)),
    },
  };
}

function figuresOf(day: Day): Record<string, unknown> {
  const { fixes, trips, stops, alarms } = day.report;
  let duration = 0;
  let distance = 0;
  let topSpeed = 0;
  for (const trip of trips) {
    duration += durationOf(day, trip);
    distance += trip.distance;
    topSpeed = Math.max(topSpeed, trip.topSpeed);
  }
  const tags = new Set(alarms.map((index) => describeAlarm(fixOf(day, index), day.graph).tag));
  return {
    acc: day.acc,
    dur: duration,
    dis: Math.round(distance),
    spMax: topSpeed,
    spAvg: duration === 0 ? 0 : Math.round((distance / duration) * 36) / 10,
    sgCnt: trips.length,
    stCnt: stops.length,
    stDur: stops.reduce((sum, stop) => sum + stop.to - stop.from, 0),
    alCnt: alarms.length,
    alTags: [...tags],
    bbox: boxOf(fixes),
  };
}

function boxOf(fixes: readonly FixRow[]): number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lng, lat } of fixes) {
    west = Math.min(west, lng);
    south = Math.min(south, lat);
    east = Math.max(east, lng);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

function durationOf(day: Day, trip: Trip): number {
  return fixOf(day, trip.last).act - fixOf(day, trip.first).act;
}

function segmentOf(day: Day, trip: Trip, index: number): unknown {
  return {
    id: index + 1,
    sta: endOf(day, fixOf(day, trip.first)),
    end: endOf(day, fixOf(day, trip.last)),
    dur: durationOf(day, trip),
    dis: Math.round(trip.distance),
    spMax: trip.topSpeed,
  };
}

function endOf(day: Day, fix: FixRow): Record<string, unknown> {
  const place = { act: toLocalIso(fix.act), lat: fix.lat, lng: fix.lng };
  // The service does not know every address.
  return fix.edge % 13 === 0 ? place : { ...place, adr: day.addresses.of(fix) };
}

/** A day as GeoJSON features of the kinds asked for. */
export function dayFeatures(day: Day, kinds: readonly string[]): unknown {
  const features: unknown[] = [];
  if (kinds.includes('SEGMENT'))
    features.push(...day.report.trips.map((trip) => tripFeature(day, trip)));
  if (kinds.includes('STOP')) features.push(...stopFeatures(day));
  if (kinds.includes('ALARM')) features.push(...alarmFeatures(day));
  if (kinds.includes('DETAILED')) {
    features.push(
      ...day.report.fixes.map((fix) =>
        pointFeature(day, fix, { type: 'DETAILED', tag: eventTag(fix), val: null, msg: null }),
      ),
    );
  }
  return { type: 'FeatureCollection', features };
}

function tripFeature(day: Day, trip: Trip): unknown {
  const coordinates = day.report.fixes
    .slice(trip.first, trip.last + 1)
    .map(({ lng, lat }) => [lng, lat]);
  const first = fixOf(day, trip.first);
  const distance = Math.round(trip.distance);
  const minutes = Math.round(durationOf(day, trip) / 60);
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: {
      type: 'SEGMENT',
      tag: 'TRIP',
      val: distance,
      msg: `${(distance / 1000).toFixed(1).replace('.', ',')} km em ${minutes} min`,
      point: pointOf(day, first),
    },
  };
}

function stopFeatures(day: Day): unknown[] {
  return day.report.stops.map((stop) => {
    const seconds = stop.to - stop.from;
    const fix = { ...fixOf(day, stop.first), act: stop.from };
    return pointFeature(day, fix, {
      type: 'STOP',
      tag: fix.ignition ? 'IDLING' : 'PARKED',
      val: seconds,
      msg: `Parado por ${Math.round(seconds / 60)} min`,
    });
  });
}

function alarmFeatures(day: Day): unknown[] {
  return day.report.alarms.map((index) => {
    const fix = fixOf(day, index);
    return pointFeature(day, fix, { type: 'ALARM', ...describeAlarm(fix, day.graph) });
  });
}

function pointFeature(day: Day, fix: FixRow, properties: Record<string, unknown>): unknown {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [fix.lng, fix.lat] },
    properties: { ...properties, point: pointOf(day, fix) },
  };
}

function pointOf(day: Day, fix: FixRow): Record<string, unknown> {
  return {
    did: day.deviceId,
    acc: day.acc,
    lat: fix.lat,
    lng: fix.lng,
    ign: fix.ignition,
    spd: fix.speed,
    dir: fix.heading,
    act: fix.act,
    o1: outputOf(day.seed, day.vehicle),
    bl: fix.battery,
  };
}

function fixOf(day: Day, index: number): FixRow {
  const fix = day.report.fixes[index];
  if (!fix) throw new RangeError('a report points outside of its day');
  return fix;
}
