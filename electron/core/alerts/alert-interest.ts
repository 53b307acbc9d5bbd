import type { LiveVehicle } from '@contract/fixes';
import type { Place } from '@contract/rules/longitudes';
import { metersFromEdge } from '@contract/rules/zone-geometry';
import type { ZoneSource } from '@contract/rules/zone-judge';
import type { JudgedVehicle, Lasting } from './judge-look';
import type { WatchedRule } from './watched-rules';

/** What is known of a vehicle that may soon matter. */
export interface Nearing {
  readonly vehicle: LiveVehicle;
  readonly state: JudgedVehicle | null;
  /** Zones that it is in. */
  readonly stays: ReadonlyMap<string, unknown>;
  readonly rules: readonly WatchedRule[];
  /** Seconds between two looks; null while unknown. */
  readonly checkedEvery: number | null;
}

/** More would take the looks of all others. */
export const ON_ALERT_AT_MOST = 30;
/** How far from an edge a vehicle is near it, meters, whatever its speed. */
const REACH = { least: 300, most: 5_000 } as const;
/** Without word of the pace, a vehicle is taken to be looked at this often, seconds. */
const USUAL_PACE = 60;
const METERS_A_DEGREE = 111_195;

/** Which vehicles alerts are about to come from: the next look comes when it matters. */
export class AlertInterest {
  readonly #zones: ZoneSource;
  readonly #over = new Set<string>();
  readonly #near = new Set<string>();

  constructor(zones: ZoneSource) {
    this.#zones = zones;
  }

  /** A vehicle was judged. */
  note(nearing: Nearing): void {
    const { vehicleId } = nearing.vehicle;
    put(this.#over, vehicleId, isOver(nearing));
    put(this.#near, vehicleId, this.#isNearEdge(nearing));
  }

  /** A vehicle has left the fleet. */
  forget(vehicleId: string): void {
    this.#over.delete(vehicleId);
    this.#near.delete(vehicleId);
  }

  /** Those over a limit first, then those near an edge, then those under an open alert. */
  vehicles(underAlert: Iterable<string>): string[] {
    const all = new Set([...this.#over, ...this.#near, ...underAlert]);
    return [...all].slice(0, ON_ALERT_AT_MOST);
  }

  /** Whether it may cross an edge that a rule is about before it is looked at again. */
  #isNearEdge({ vehicle, stays, rules, checkedEvery }: Nearing): boolean {
    const { fix, motion } = vehicle;
    if (motion !== 'moving' || fix === null) return false;
    const { latitude, longitude, speed } = fix;
    if (latitude === null || longitude === null) return false;
    const wanted = (zoneId: string): boolean =>
      rules.some(({ rule, zones }) => {
        if (zones?.has(zoneId) !== true) return false;
        if (rule.kind === 'speed') return true;
        return rule.kind === 'zone-leave' ? stays.has(zoneId) : !stays.has(zoneId);
      });
    const seconds = Math.min(checkedEvery ?? USUAL_PACE, 3 * USUAL_PACE);
    const ahead = ((speed ?? 0) / 3.6) * seconds;
    const reach = Math.min(Math.max(ahead, REACH.least), REACH.most);
    const here = { latitude, longitude };
    for (const { id, prepared } of this.#zones.near(...boxAround(here, reach))) {
      if (wanted(id) && metersFromEdge(prepared, here) <= reach) return true;
    }
    return false;
  }
}

/** What is over for hours, as an empty battery is, needs no more looks. */
function isOver({ state, rules }: Nearing): boolean {
  if (state === null || state.lasting.size === 0) return false;
  return rules.some(
    ({ rule }) =>
      lasts(state.lasting.get(rule.id)) &&
      (rule.kind === 'speed' || rule.kind === 'ignition-outside-hours' || rule.kind === 'idling'),
  );
}

function lasts(known: Lasting | undefined): boolean {
  return known !== undefined && known.overAt === undefined;
}

function boxAround({ latitude, longitude }: Place, meters: number): [Place, Place] {
  const north = meters / METERS_A_DEGREE;
  const narrow = Math.cos((Math.min(89, Math.abs(latitude) + north) * Math.PI) / 180);
  const east = Math.min(90, north / narrow);
  return [
    { latitude: latitude - north, longitude: longitude - east },
    { latitude: latitude + north, longitude: longitude + east },
  ];
}

function put(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
