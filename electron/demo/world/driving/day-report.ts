import { ALARM_TAGS, IGNITION_OFF, IGNITION_ON, NO_ALARM, type FixRow } from './fixes';
import type { RoadGraph } from './road-graph';
import { SHORTEST_STOP } from './unit-of-work';

/** A drive from one stop to the next: indices into the day's fixes, both included. */
export interface Trip {
  readonly first: number;
  readonly last: number;
  /** Meters along the fixes. */
  readonly distance: number;
  readonly topSpeed: number;
}

/** A stay at one place. */
export interface Stop {
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/** What a day of fixes amounts to. */
export interface DayReport {
  readonly fixes: readonly FixRow[];
  readonly trips: readonly Trip[];
  readonly stops: readonly Stop[];
  /** Indices of the fixes that carry an alarm. */
  readonly alarms: readonly number[];
}

const EARTH_RADIUS = 6_371_000;

/** Great-circle distance in meters (haversine). */
export function distanceBetween(
  a: { lng: number; lat: number },
  b: { lng: number; lat: number },
): number {
  const radians = Math.PI / 180;
  const dLat = ((b.lat - a.lat) * radians) / 2;
  const dLng = ((b.lng - a.lng) * radians) / 2;
  const h =
    Math.sin(dLat) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLng) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function reportDay(fixes: readonly FixRow[]): DayReport {
  const trips: Trip[] = [];
  const stops: Stop[] = [];
  const alarms: number[] = [];
  fixes.forEach((fix, index) => {
    if (fix.alarm !== NO_ALARM) alarms.push(index);
  });
  for (let first = 0; first < fixes.length;) {
    const start = fixes[first];
    if (!start) break;
    let last = first;
    while (fixes[last + 1]?.trip === start.trip) last += 1;
    if (start.trip < 0) {
      const stop = measureStop(fixes, first, last);
      if (stop.to - stop.from >= SHORTEST_STOP) stops.push(stop);
    } else if (last > first) trips.push(measureTrip(fixes, first, last));
    first = last + 1;
  }
  return { fixes, trips, stops, alarms };
}

function measureTrip(fixes: readonly FixRow[], first: number, last: number): Trip {
  let distance = 0;
  let topSpeed = 0;
  for (let i = first; i <= last; i += 1) {
    const fix = fixes[i];
    const before = fixes[i - 1];
    if (!fix) continue;
    topSpeed = Math.max(topSpeed, fix.speed);
    if (before && i > first) distance += distanceBetween(before, fix);
  }
  return { first, last, distance, topSpeed };
}

/** A stay begins with the arrival and ends with the departure, if these were heard. */
function measureStop(fixes: readonly FixRow[], first: number, last: number): Stop {
  const start = fixes[first];
  const end = fixes[last];
  if (!start || !end) throw new RangeError('a stop is outside of its day');
  const arrival = fixes[first - 1];
  const departure = fixes[last + 1];
  const isSamePlace = (a: FixRow, b: FixRow): boolean => distanceBetween(a, b) < 60;
  return {
    first,
    from: arrival && isSamePlace(arrival, start) ? arrival.act : start.act,
    to: departure && isSamePlace(departure, end) ? departure.act : end.act,
  };
}

/** What a fix is called in the detailed track. */
export function eventTag(fix: FixRow): string {
  if (fix.event === IGNITION_ON) return 'IGNITION_ON';
  return fix.event === IGNITION_OFF ? 'IGNITION_OFF' : 'POSITION';
}

/** An alarm in the service's words, with the value it is about. */
export function describeAlarm(
  fix: FixRow,
  graph: RoadGraph,
): { tag: string; val: number | null; msg: string } {
  const tag = ALARM_TAGS[fix.alarm] ?? '';
  switch (tag) {
    case 'SPEEDING': {
      const { limit, name } = graph.edge(fix.edge);
      const msg = `Excesso de velocidade: ${fix.speed} km/h em via de ${limit} km/h (${name})`;
      return { tag, val: fix.speed, msg };
    }
    case 'HARSH_BRAKING':
      return { tag, val: fix.speed, msg: 'Frenagem brusca' };
    case 'HARSH_ACCELERATION':
      return { tag, val: fix.speed, msg: 'Aceleração brusca' };
    case 'HARSH_CORNERING':
      return { tag, val: fix.speed, msg: 'Curva acentuada' };
    case 'LOW_BATTERY':
      return { tag, val: fix.battery, msg: `Bateria fraca: ${fix.battery} %` };
    default:
      return { tag, val: null, msg: 'Alimentação principal interrompida' };
  }
}
