import type { Zone } from '../zones';
import { boundsOfWay, type Place } from './longitudes';
import { prepareShape, widenBounds } from './zone-geometry';
import { doMeet, ZoneGrid, type RoomyZone } from './zone-grid';
import { EDGE_MARGIN, judgeFix, type ZoneState } from './zone-judge';

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
  const all = [...zones];
  if (all.length === 0) return [];
  const bounds = boundsOfWay(fixes.latitude, fixes.longitude);
  if (bounds === null) return [];
  const judged = new Map<string, RoomyZone>();
  for (const { id, shape } of all) {
    const prepared = prepareShape(shape);
    const room = widenBounds(prepared.bounds, EDGE_MARGIN);
    if (doMeet(room, bounds)) judged.set(id, { id, prepared, room });
  }
  if (judged.size === 0) return [];
  const grid = new ZoneGrid(bounds, judged.values());
  const source = {
    get: (id: string) => judged.get(id),
    near: (from: Place, to: Place) => grid.near(from, to),
  };
  const visits: ZoneVisit[] = [];
  const open = new Map<string, Omit<ZoneVisit, 'to' | 'isToUnknown'>>();
  let state: ZoneState | null = null;
  for (let index = 0; index < fixes.at.length; index += 1) {
    const fix = {
      at: fixes.at[index] ?? 0,
      latitude: fixes.latitude[index] ?? 0,
      longitude: fixes.longitude[index] ?? 0,
    };
    const { state: next, crossings }: ReturnType<typeof judgeFix> = judgeFix(state, fix, source);
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
  }
  const end = fixes.at[fixes.at.length - 1] ?? 0;
  for (const begun of open.values()) visits.push({ ...begun, to: end, isToUnknown: true });
  return visits.sort((one, other) => one.from - other.from);
}
