import type { SeenVisit } from '@contract/alerts';
import type { LiveVehicle } from '@contract/fixes';
import { CLOCK_TOLERANCE } from '@contract/rules/clock-offset';
import {
  judgeAgain,
  judgeFix,
  type Crossing,
  type Stay,
  type ZoneFix,
  type ZoneSource,
  type ZoneState,
} from '@contract/rules/zone-judge';
import type { InsideZone } from '@contract/zones';
import { visitsOfChange } from './seen-visits';

/** A vehicle entered or left a zone. */
export interface VehicleCrossing extends Crossing {
  readonly vehicleId: string;
}

/** Crossings by the vehicles that they are of, in their order. */
export function crossingsByVehicle(
  crossings: readonly VehicleCrossing[],
): ReadonlyMap<string, readonly VehicleCrossing[]> {
  const byVehicle = new Map<string, VehicleCrossing[]>();
  for (const crossing of crossings) {
    const others = byVehicle.get(crossing.vehicleId);
    if (others) others.push(crossing);
    else byVehicle.set(crossing.vehicleId, [crossing]);
  }
  return byVehicle;
}

/**
 * Who is in which zone, vehicle by vehicle. Alerts take the crossings, screens take who is inside.
 * What an earlier run knew is given at the start, so that no crossing is found twice.
 */
export class ZoneWatch {
  readonly #zones: ZoneSource;
  readonly #states: Map<string, ZoneState>;
  /** Vehicles of which something is to be written. */
  readonly #unwritten = new Set<string>();
  #visits: SeenVisit[] = [];
  #changes = 0;

  constructor(zones: ZoneSource, states = new Map<string, ZoneState>()) {
    this.#zones = zones;
    this.#states = states;
  }

  /** Grows whenever {@link inside} may be another: most fixes cross nothing. */
  get changes(): number {
    return this.#changes;
  }

  /** Where a vehicle is in. */
  staysOf(vehicleId: string): ReadonlyMap<string, Stay> {
    return this.#states.get(vehicleId)?.stays ?? new Map<string, Stay>();
  }

  /** What is to be written since it was asked last: states, null for those that are gone. */
  takeUnwritten(): { states: Map<string, ZoneState | null>; visits: SeenVisit[] } {
    const states = new Map(
      [...this.#unwritten].map((id) => [id, this.#states.get(id) ?? null] as const),
    );
    this.#unwritten.clear();
    const visits = this.#visits;
    this.#visits = [];
    return { states, visits };
  }

  /** All of it has to be written, as after it was read from somewhere else. */
  markUnwritten(): void {
    for (const id of this.#states.keys()) this.#unwritten.add(id);
  }

  /** Judges what live tracking says of a vehicle now. */
  take({ vehicleId, fix, lookedAt }: LiveVehicle): VehicleCrossing[] {
    if (fix === null || fix.problems.includes('implausible')) return [];
    const { at, latitude, longitude } = fix;
    if (latitude === null || longitude === null) return [];
    this.#forgetFuture(vehicleId, at, lookedAt ?? Infinity);
    return this.takeFix(vehicleId, { at, latitude, longitude });
  }

  /** Judges a fix that can be believed. */
  takeFix(vehicleId: string, fix: ZoneFix): VehicleCrossing[] {
    const before = this.#states.get(vehicleId) ?? null;
    const { state, crossings } = judgeFix(before, fix, this.#zones);
    if (state === before) return [];
    this.#set(vehicleId, state, crossings);
    if (crossings.length > 0 || (before === null && state.stays.size > 0)) this.#changes += 1;
    return crossings.map((crossing) => ({ vehicleId, ...crossing }));
  }

  /** A vehicle has left the fleet. */
  remove(vehicleId: string): void {
    const before = this.#states.get(vehicleId);
    if (before === undefined) return;
    this.#visits.push(...visitsOfChange(vehicleId, before, null, []));
    this.#states.delete(vehicleId);
    this.#unwritten.add(vehicleId);
    this.#changes += 1;
  }

  /** Zones were drawn, changed or removed. */
  judgeAgain(): void {
    for (const vehicleId of this.judgingAgain()) void vehicleId;
  }

  /** The same, one vehicle at a step. */
  *judgingAgain(): Generator<string, undefined> {
    this.#changes += 1;
    for (const [vehicleId, state] of [...this.#states]) {
      yield vehicleId;
      const after = judgeAgain(state, this.#zones);
      const areSame =
        after.stays.size === state.stays.size &&
        [...after.stays.keys()].every((id) => state.stays.has(id));
      if (!areSame) this.#set(vehicleId, after, []);
    }
  }

  /** Who is in which zone. */
  inside(): InsideZone[] {
    const inside: InsideZone[] = [];
    for (const [vehicleId, { stays }] of this.#states) {
      for (const [zoneId, { since, isAtLeast }] of stays) {
        inside.push({ zoneId, vehicleId, since, isAtLeast });
      }
    }
    return inside;
  }

  #set(vehicleId: string, state: ZoneState, crossings: readonly Crossing[]): void {
    const before = this.#states.get(vehicleId) ?? null;
    this.#visits.push(...visitsOfChange(vehicleId, before, state, crossings));
    this.#states.set(vehicleId, state);
    this.#unwritten.add(vehicleId);
  }

  /**
   * A fix that was dated ahead, when the clock here was wrong, would hold up all that come after
   * it, for as long as that clock was ahead. What is known of the vehicle counts as just before.
   */
  #forgetFuture(vehicleId: string, at: number, lookedAt: number): void {
    const state = this.#states.get(vehicleId);
    if (state === undefined || state.fix.at <= lookedAt + CLOCK_TOLERANCE) return;
    if (at >= state.fix.at) return;
    const most = at - 1;
    const stays = new Map<string, Stay>();
    for (const [id, stay] of state.stays) {
      const since = Math.min(stay.since, most);
      stays.set(id, { ...stay, since, lastWithin: Math.min(stay.lastWithin, most) });
    }
    this.#set(vehicleId, { fix: { ...state.fix, at: most }, stays }, []);
  }
}
