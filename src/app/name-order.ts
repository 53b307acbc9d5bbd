import { compareKeys, sortKeyOf } from '@contract/folding';
import type { Vehicle } from '@contract/vehicles';
import type { FleetChanges } from './stores/fleet-store';
import { nameOfVehicle } from './vehicle-name';

/** Sort keys are slow and records are replaced when they change, so each is made once. */
const orders = new WeakMap<Vehicle, string>();

/** What a vehicle is sorted by: what it is called. */
export function nameKeyOf(vehicle: Vehicle): string {
  const known = orders.get(vehicle);
  if (known !== undefined) return known;
  const made = sortKeyOf(nameOfVehicle(vehicle, vehicle.id));
  orders.set(vehicle, made);
  return made;
}

/** Order of two vehicles by what they are called, for `sort`. */
export const byName = (one: Vehicle, other: Vehicle): number =>
  compareKeys(nameKeyOf(one), nameKeyOf(other));

/** All vehicles by what they are called: Truck 1, Truck 2, Truck 10. */
export function orderByName(vehicles: Iterable<Vehicle>): Vehicle[] {
  return [...vehicles].sort(byName);
}

/** Vehicles in that order, kept as they come and go. */
export type NameOrder = {
  /** All of them; another list after each change. */
  readonly all: readonly Vehicle[];
  change(changes: FleetChanges): void;
};

/**
 * Keeps vehicles in the order of their names. A change costs what has changed, and a copy of the
 * list: of a large fleet that comes in parts, nothing is looked at with each of them.
 */
export function createNameOrder(vehicles: Iterable<Vehicle>): NameOrder {
  let all: readonly Vehicle[] = orderByName(vehicles);
  return {
    get all() {
      return all;
    },
    change({ come, gone }) {
      // One that was counted in before it was told comes in once.
      all = withCome(without(all, [...gone, ...come]), orderByName(come));
    },
  };
}

function without(sorted: readonly Vehicle[], gone: readonly Vehicle[]): readonly Vehicle[] {
  const places = gone.map((vehicle) => placeOf(sorted, vehicle)).filter((place) => place !== -1);
  if (places.length === 0) return sorted;
  const left: Vehicle[] = [];
  let from = 0;
  for (const place of places.sort((a, b) => a - b)) {
    copy(sorted, from, place, left);
    from = place + 1;
  }
  copy(sorted, from, sorted.length, left);
  return left;
}

function withCome(sorted: readonly Vehicle[], come: readonly Vehicle[]): readonly Vehicle[] {
  const all: Vehicle[] = [];
  let from = 0;
  for (const vehicle of come) {
    const place = firstWhere(sorted, from, (other) => byName(other, vehicle) > 0);
    copy(sorted, from, place, all);
    all.push(vehicle);
    from = place;
  }
  copy(sorted, from, sorted.length, all);
  return all;
}

/** Where a vehicle is in a sorted list; -1 for nowhere. Several may be called the same. */
function placeOf(sorted: readonly Vehicle[], vehicle: Vehicle): number {
  const first = firstWhere(sorted, 0, (other) => byName(other, vehicle) >= 0);
  for (let place = first; place < sorted.length; place += 1) {
    const other = sorted[place];
    if (other === vehicle) return place;
    if (other === undefined || byName(other, vehicle) !== 0) return -1;
  }
  return -1;
}

/** The first place from which on that is so; the end where it never is. */
function firstWhere(
  sorted: readonly Vehicle[],
  from: number,
  isSo: (vehicle: Vehicle) => boolean,
): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const vehicle = sorted[middle];
    if (vehicle === undefined || isSo(vehicle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function copy(of: readonly Vehicle[], from: number, to: number, into: Vehicle[]): void {
  for (let place = from; place < to; place += 1) {
    const vehicle = of[place];
    if (vehicle !== undefined) into.push(vehicle);
  }
}
