import type { Place } from './longitudes';
import { metersBetween } from './sphere';
import { isWithin, metersOutside, spansInside, type PreparedShape } from './zone-geometry';

/*
 * Who is in which zone, judged on fixes. A vehicle is in once a fix, or the way between two fixes,
 * touches the zone; it is out once a fix is clearly beyond the edge. So one that is on an edge,
 * with a position that wavers, comes in once and stays.
 */

/** Meters beyond the edge at which a vehicle counts as out. */
export const EDGE_MARGIN = 50;
/** Up to this length, meters, what is far from both ends of a way together is far from all of it. */
const SHORT_WAY = 5_000;
/** Between fixes further apart than this, milliseconds, nobody knows the way. */
export const LONGEST_WAY = 30 * 60_000;

/** A place and when a vehicle was there, epoch milliseconds. */
export interface ZoneFix extends Place {
  at: number;
}

/** Since when a vehicle is in a zone. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly since: number;
  /** It may have come in earlier: nobody saw how. */
  readonly isAtLeast: boolean;
  /** When it was last surely within the zone itself, epoch milliseconds. */
  readonly lastWithin: number;
}

/** What is known of one vehicle: its newest fix, and where it is in. */
export interface ZoneState {
  readonly fix: ZoneFix;
  readonly stays: ReadonlyMap<string, Stay>;
}

/** Most vehicles are in no zone: they share that. */
export const NO_STAYS: ReadonlyMap<string, Stay> = new Map();

/** A zone was entered or left. */
export interface Crossing {
  readonly zoneId: string;
  readonly kind: 'entered' | 'left';
  /** On the straight way between the fixes around it, epoch milliseconds. */
  readonly at: number;
  /** It happened up to {@link at}; nobody saw when. */
  readonly isAtLeast: boolean;
}

/** A zone that is ready to be tested. */
export interface JudgedZone {
  readonly id: string;
  readonly prepared: PreparedShape;
}

/** Finds zones. */
export interface ZoneSource {
  get(id: string): JudgedZone | undefined;
  /** At least those within {@link EDGE_MARGIN} of the box around a way. */
  near(from: Place, to: Place): Iterable<JudgedZone>;
}

/**
 * Takes the next fix of a vehicle. One that is not newer than the last changes nothing, so a fix
 * that comes late, or twice, crosses nothing. Crossings are answered in the order of their times.
 */
export function judgeFix(
  state: ZoneState | null,
  fix: ZoneFix,
  zones: ZoneSource,
): { state: ZoneState; crossings: Crossing[] } {
  if (state === null) return { state: { fix, stays: firstStays(fix, zones) }, crossings: [] };
  if (fix.at <= state.fix.at) return { state, crossings: [] };
  const candidates = new Map<string, JudgedZone>();
  for (const zone of zones.near(state.fix, fix)) candidates.set(zone.id, zone);
  // Most vehicles are in no zone, and near none.
  if (candidates.size === 0 && state.stays.size === 0) {
    return { state: { fix, stays: NO_STAYS }, crossings: [] };
  }
  const stays = new Map(state.stays);
  const crossings: Crossing[] = [];
  for (const id of stays.keys()) {
    const zone = zones.get(id);
    if (zone === undefined) stays.delete(id);
    else candidates.set(id, zone);
  }
  for (const { id, prepared } of candidates.values()) {
    const { stay, found } = judgeZone(prepared, state.fix, fix, stays.get(id) ?? null);
    if (stay === null) stays.delete(id);
    else stays.set(id, stay);
    for (const crossing of found) crossings.push({ zoneId: id, ...crossing });
  }
  crossings.sort((one, other) => one.at - other.at);
  return { state: { fix, stays: stays.size === 0 ? NO_STAYS : stays }, crossings };
}

/**
 * The same vehicle after zones were drawn, changed or removed: nothing was crossed, but it may be
 * in others now.
 */
export function judgeAgain(state: ZoneState, zones: ZoneSource): ZoneState {
  const stays = new Map(firstStays(state.fix, zones));
  for (const [id, stay] of state.stays) {
    const zone = zones.get(id);
    if (zone === undefined) continue;
    if (stays.has(id) || metersOutside(zone.prepared, state.fix) <= EDGE_MARGIN)
      stays.set(id, stay);
  }
  return { fix: state.fix, stays: stays.size === 0 ? NO_STAYS : stays };
}

function firstStays(fix: ZoneFix, zones: ZoneSource): ReadonlyMap<string, Stay> {
  const stays = new Map<string, Stay>();
  for (const { id, prepared } of zones.near(fix, fix)) {
    if (metersOutside(prepared, fix) > 0) continue;
    stays.set(id, { since: fix.at, isAtLeast: true, lastWithin: fix.at });
  }
  return stays.size === 0 ? NO_STAYS : stays;
}

function judgeZone(
  prepared: PreparedShape,
  from: ZoneFix,
  to: ZoneFix,
  before: Stay | null,
): { stay: Stay | null; found: Omit<Crossing, 'zoneId'>[] } {
  const isInside = isWithin(prepared, to);
  const took = to.at - from.at;
  const isKnown = took <= LONGEST_WAY;
  // Most ways stay within a zone or far from it: those have no edge to look for.
  const stays = isInside && before?.lastWithin === from.at;
  const spans =
    isKnown && !stays && !isFarFrom(prepared, from, to) ? spansInside(prepared, from, to) : [];
  const moment = (share: number): number => Math.round(from.at + took * share);
  const found: Omit<Crossing, 'zoneId'>[] = [];
  let stay = before;
  const [first] = spans;
  if (stay === null && (first !== undefined || isInside)) {
    // A way that was not seen says nothing of when the edge was crossed.
    const at = isKnown ? moment(first?.[0] ?? 1) : to.at;
    stay = { since: at, isAtLeast: !isKnown, lastWithin: at };
    found.push({ kind: 'entered', at, isAtLeast: !isKnown });
  }
  if (stay === null) return { stay, found };
  const last = spans.at(-1);
  const seen = isInside ? to.at : last === undefined ? stay.lastWithin : moment(last[1]);
  const lastWithin = Math.max(stay.lastWithin, seen);
  if (isInside || metersOutside(prepared, to) <= EDGE_MARGIN) {
    return { stay: { ...stay, lastWithin }, found };
  }
  const at = isKnown ? lastWithin : to.at;
  found.push({ kind: 'left', at, isAtLeast: !isKnown });
  return { stay: null, found };
}

/** Whether all of a way is surely outside. The ways through a polygon are found as fast. */
function isFarFrom(prepared: PreparedShape, from: Place, to: Place): boolean {
  if (prepared.shape.kind === 'polygon') return false;
  const outside = metersOutside(prepared, to);
  const reach = metersBetween(from, to) * 1.02 + 1;
  // Over long ways, distances on a plane are too rough to be added.
  return outside > reach || (reach < SHORT_WAY && outside + metersOutside(prepared, from) > reach);
}
