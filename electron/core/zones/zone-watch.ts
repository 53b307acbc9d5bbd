import type { LiveVehicle } from '@contract/fixes';
import {
  judgeAgain,
  judgeFix,
  type Crossing,
  type ZoneFix,
  type ZoneSource,
  type ZoneState,
} from '@contract/rules/zone-judge';
import type { InsideZone } from '@contract/zones';

/** A vehicle entered or left a zone. */
export interface VehicleCrossing extends Crossing {
  readonly vehicleId: string;
}

/**
 * Who is in which zone, vehicle by vehicle. Alerts take the crossings, screens take who is inside.
 * What an earlier run knew is given at the start, so that no crossing is found twice.
 */
export class ZoneWatch {
  readonly #zones: ZoneSource;
  readonly #states: Map<string, ZoneState>;
  #changes = 0;

  constructor(zones: ZoneSource, states = new Map<string, ZoneState>()) {
    this.#zones = zones;
    this.#states = states;
  }

  /** What is known of all vehicles. */
  get states(): ReadonlyMap<string, ZoneState> {
    return this.#states;
  }

  /** Grows whenever {@link inside} may be another: most fixes cross nothing. */
  get changes(): number {
    return this.#changes;
  }

  /** Judges what live tracking says of a vehicle now. */
  take({ vehicleId, fix }: LiveVehicle): VehicleCrossing[] {
    if (fix === null || fix.problems.includes('implausible')) return [];
    const { at, latitude, longitude } = fix;
    if (latitude === null || longitude === null) return [];
    return this.takeFix(vehicleId, { at, latitude, longitude });
  }

  /** Judges a fix that can be believed. */
  takeFix(vehicleId: string, fix: ZoneFix): VehicleCrossing[] {
    const before = this.#states.get(vehicleId) ?? null;
    const { state, crossings } = judgeFix(before, fix, this.#zones);
    this.#states.set(vehicleId, state);
    if (crossings.length > 0 || (before === null && state.stays.size > 0)) this.#changes += 1;
    return crossings.map((crossing) => ({ vehicleId, ...crossing }));
  }

  /** A vehicle has left the fleet. */
  remove(vehicleId: string): void {
    if (this.#states.delete(vehicleId)) this.#changes += 1;
  }

  /** Zones were drawn, changed or removed. */
  judgeAgain(): void {
    this.#changes += 1;
    for (const [vehicleId, state] of this.#states) {
      this.#states.set(vehicleId, judgeAgain(state, this.#zones));
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
}
