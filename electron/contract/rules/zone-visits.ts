import type { Zone } from '../zones';
import { boundsOf, shortWay, type Bounds, type Place } from './longitudes';
import { prepareShape, widenBounds } from './zone-geometry';
import { EDGE_MARGIN, judgeFix, type JudgedZone, type ZoneState } from './zone-judge';

/** A time that a vehicle spent in a zone. */
export interface ZoneVisit {
  readonly zoneId: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** It was in already at the first fix, or came in when nobody saw it. */
  readonly isFromUnknown: boolean;
  /** It was still in at the last fix, or left when nobody saw it. */
  readonly isToUnknown: boolean;
}

/** The fixes of a day, sorted by time. */
export interface VisitFixes {
  readonly at: ArrayLike<number>;
  readonly latitude: ArrayLike<number>;
  readonly longitude: ArrayLike<number>;
}

/** When a vehicle was in which zones, by the judge of the live map; in the order of time. */
export function zoneVisits(fixes: VisitFixes, zones: Iterable<Zone>): ZoneVisit[] {
  const places = Array.from(fixes.latitude, (latitude, index) => ({
    latitude,
    longitude: fixes.longitude[index] ?? 0,
  }));
  const bounds = boundsOf(places);
  if (bounds === null) return [];
  const judged = new Map<string, JudgedZone & { room: Bounds }>();
  for (const { id, shape } of zones) {
    const prepared = prepareShape(shape);
    const room = widenBounds(prepared.bounds, EDGE_MARGIN);
    if (doMeet(room, bounds)) judged.set(id, { id, prepared, room });
  }
  const source = {
    get: (id: string) => judged.get(id),
    *near(from: Place, to: Place) {
      const way = wayOf(from, to);
      for (const zone of judged.values()) if (doMeet(zone.room, way)) yield zone;
    },
  };
  const visits: ZoneVisit[] = [];
  const open = new Map<string, Omit<ZoneVisit, 'to' | 'isToUnknown'>>();
  let state: ZoneState | null = null;
  places.forEach((place, index) => {
    const { state: next, crossings } = judgeFix(
      state,
      { ...place, at: fixes.at[index] ?? 0 },
      source,
    );
    if (state === null) {
      for (const [zoneId, { since }] of next.stays) {
        open.set(zoneId, { zoneId, from: since, isFromUnknown: true });
      }
    }
    state = next;
    for (const { zoneId, kind, at, isAtLeast } of crossings) {
      if (kind === 'entered') {
        open.set(zoneId, { zoneId, from: at, isFromUnknown: isAtLeast });
        continue;
      }
      const begun = open.get(zoneId);
      if (begun) visits.push({ ...begun, to: at, isToUnknown: isAtLeast });
      open.delete(zoneId);
    }
  });
  const end = fixes.at[fixes.at.length - 1] ?? 0;
  for (const begun of open.values()) visits.push({ ...begun, to: end, isToUnknown: true });
  return visits.sort((one, other) => one.from - other.from);
}

function wayOf(from: Place, to: Place): Bounds {
  const longitude = from.longitude + shortWay(from.longitude, to.longitude);
  return {
    south: Math.min(from.latitude, to.latitude),
    north: Math.max(from.latitude, to.latitude),
    west: Math.min(from.longitude, longitude),
    east: Math.max(from.longitude, longitude),
  };
}

/** Whether two parts of the map touch, whichever copy of the world they are written in. */
function doMeet(one: Bounds, other: Bounds): boolean {
  if (one.south > other.north || one.north < other.south) return false;
  const apart = Math.abs(shortWay((one.west + one.east) / 2, (other.west + other.east) / 2));
  return apart <= (one.east - one.west + other.east - other.west) / 2;
}
