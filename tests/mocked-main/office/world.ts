import type { City } from '../../../electron/demo/world/city/build-city';
import type { Driving } from '../../../electron/demo/world/driving/journeys';
import type { FixRow } from '../../../electron/demo/world/driving/fixes';
import { RoadGraph } from '../../../electron/demo/world/driving/road-graph';
import type { Traits } from '../../../electron/demo/world/driving/traits';
import { Associations } from '../../../electron/demo/world/fleet/associations';
import { Collection } from '../../../electron/demo/world/fleet/collection';
import type { Kind } from '../../../electron/demo/world/fleet/ids';
import type { Vehicle } from '../../../electron/demo/world/fleet/records';
import { World } from '../../../electron/demo/world/world';
import { doingAt, habitOf, type Doing } from './drive';
import * as records from './records';

const DAY_SECONDS = 86_400;
/** Seconds between two fixes of a day. */
const FIX_EVERY = 60;

/** Seconds by which a device's last fix is behind: most are live, a few late or silent. */
function behindOf(index: number): number {
  if (index % 11 === 7) return 18 * 60;
  return index % 13 === 9 ? 5 * 3_600 : (index % 5) * 9;
}

function fixOf(index: number, act: number, doing: Doing): FixRow {
  const [lng, lat] = doing.place;
  return {
    ...{ act, lng, lat },
    ...{ speed: doing.speed, heading: doing.heading },
    ignition: doing.motion !== 'parked',
    battery: 60 + (index % 40),
    alarm: 0,
    event: 0,
    trip: doing.speed > 0 ? Math.floor(act / 3_600) : -1,
    // Of a street without an address.
    edge: 0,
  };
}

/** Nobody asks for a street: no fix has an address. */
const noRoads: Pick<City, 'network' | 'lines'> = {
  network: { nodes: [], edges: [] },
  lines: [],
};

/** Plain arithmetic in place of the demo's town, which takes a second to be built. */
const driving: Driving = {
  computedUnits: 0,
  graph: new RoadGraph(0, noRoads as unknown as City),
  lastFix: ({ vehicle }, instant) => {
    const act = instant - behindOf(vehicle);
    return fixOf(vehicle, act, doingAt(habitOf(vehicle), act * 1000));
  },
  day: ({ vehicle }, day, instant) => {
    const from = day * DAY_SECONDS + 3 * 3_600;
    const count = Math.floor((Math.min(instant, from + DAY_SECONDS) - from) / FIX_EVERY);
    // Sundays are free.
    if (count <= 0 || new Date(day * DAY_SECONDS * 1000).getUTCDay() === 0) return [];
    return Array.from({ length: count }, (_, step) => {
      const act = from + step * FIX_EVERY;
      return fixOf(vehicle, act, doingAt(habitOf(vehicle), act * 1000));
    });
  },
  silence: () => undefined,
  clearSilences: () => undefined,
};

function collection<T extends { readonly id: string }>(
  kind: Kind,
  all: readonly T[],
): Collection<T> {
  const [first] = all;
  // What is written without an enterprise or the like takes that of the first one.
  const made = new Collection<T>(0, kind, 0, () => first as T);
  for (const record of all) made.add(record);
  return made;
}

function associations<T extends records.AnyAssociation>(kind: Kind, all: readonly T[]) {
  const made = new Associations<T>(
    0,
    kind,
    1,
    () => [],
    () => -1,
  );
  for (const association of all) made.add(association);
  return made;
}

function freshRecords(vehicles: number, now: number) {
  const each = <T>(count: number, make: (index: number, now: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index, now));
  return {
    vehicles: collection('vehicle', each(vehicles, records.vehicleOf)),
    devices: collection('device', each(vehicles, records.deviceOf)),
    chips: collection('chip', each(vehicles, records.chipOf)),
    users: collection('user', each(Math.max(24, Math.min(400, vehicles)), records.userOf)),
    roles: collection('role', records.roles),
    enterprises: collection('enterprise', records.enterprises),
    deviceAssociations: associations(
      'deviceAssociation',
      each(vehicles, records.deviceAssociationsOf).flat(),
    ),
    userAssociations: associations(
      'userAssociation',
      each(vehicles, records.userAssociationsOf).flat(),
    ),
  };
}

/**
 * A world in which everything has a place and a name that a test can know beforehand: vehicle 5 is
 * `veh000000000005`, has `Tracker 105` on it, and stands or drives as arithmetic says.
 */
export class OfficeWorld extends World {
  readonly #vehicles: () => number;
  #records: ReturnType<typeof freshRecords>;

  constructor(vehicles: () => number, now: () => number) {
    super(0, 1, now);
    this.#vehicles = vehicles;
    this.#records = freshRecords(vehicles(), now());
  }

  override get vehicles() {
    return this.#records.vehicles;
  }

  override get devices() {
    return this.#records.devices;
  }

  override get chips() {
    return this.#records.chips;
  }

  override get users() {
    return this.#records.users;
  }

  override get roles() {
    return this.#records.roles;
  }

  override get enterprises() {
    return this.#records.enterprises;
  }

  override get deviceAssociations() {
    return this.#records.deviceAssociations;
  }

  override get userAssociations() {
    return this.#records.userAssociations;
  }

  override get journeys(): Driving {
    return driving;
  }

  override openRoads(): Promise<void> {
    return Promise.resolve();
  }

  override reset(): void {
    this.#records = freshRecords(this.#vehicles(), this.now());
  }

  override traitsOf({ index }: Vehicle): Traits | null {
    if (index === null || index % 17 === 16) return null;
    return {
      ...{ vehicle: index, fleet: 0, topSpeed: 90, interval: FIX_EVERY },
      shift: 'day',
      mission: 'delivery',
    };
  }
}
