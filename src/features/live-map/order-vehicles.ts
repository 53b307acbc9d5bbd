import type { LiveVehicle } from '@contract/fixes';
import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import type { Vehicle } from '@contract/vehicles';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { fixAge } from './live-age';
import {
  classOf,
  sinceInClass,
  speedNow,
  vehicleClasses,
  type VehicleClass,
} from './vehicle-class';

/** What the list can be sorted by. */
export const sorts = ['name', 'status', 'since', 'age', 'speed', 'distance'] as const;

export type Sort = (typeof sorts)[number];

/** What the list shows: which vehicles, in which order. */
export type ListChoice = {
  /** What was found for what is sought; null where nothing is. */
  found: ReadonlySet<string> | null;
  status: VehicleClass | null;
  /** Whether a vehicle's tags, group or pin let it through; null where nothing is asked of them. */
  isLabeled?: ((vehicleId: string) => boolean) | null;
  /** Pinned vehicles come first. */
  isPinned?: (vehicleId: string) => boolean;
  sort: Sort;
  /** From where distances are measured; without it the order by distance is that by name. */
  from: Place | null;
};

/** The identifiers of the vehicles that the list shows, from all of them by plate. */
export function chooseVehicles(
  byPlate: readonly Vehicle[],
  live: ReadonlyMap<string, LiveVehicle>,
  { found, status, isLabeled = null, isPinned, sort, from }: ListChoice,
  now: number,
): string[] {
  const shown = byPlate.filter(
    (vehicle) =>
      (found === null || found.has(vehicle.id)) &&
      (isLabeled === null || isLabeled(vehicle.id)) &&
      (status === null || classOf(live.get(vehicle.id)) === status),
  );
  const ids = shown.map(({ id }) => id);
  // The nearest is the nearest, pinned or not.
  if (sort === 'distance' && from !== null) return sorted(ids, sort);
  const inOrder = sort === 'name' || sort === 'distance' ? ids : sorted(ids, sort);
  if (isPinned === undefined) return inOrder;
  const pinned = inOrder.filter(isPinned);
  if (pinned.length === 0) return inOrder;
  return [...pinned, ...inOrder.filter((id) => !isPinned(id))];

  function sorted(unsorted: readonly string[], by: Exclude<Sort, 'name'>): string[] {
    return unsorted
      .map((id) => ({ id, key: sortKey(live.get(id), by, from, now) }))
      .sort((a, b) => a.key - b.key)
      .map(({ id }) => id);
  }
}

/** How far a vehicle is from a place, meters; null where nobody knows where it is. */
export function metersFrom(from: Place, vehicle: LiveVehicle | undefined): number | null {
  const place = placeOfFix(vehicle?.fix ?? null);
  return place && metersBetween(from, place);
}

/** The smaller, the higher up; what is not known comes last. */
function sortKey(
  vehicle: LiveVehicle | undefined,
  sort: Exclude<Sort, 'name'>,
  from: Place | null,
  now: number,
): number {
  const last = Number.MAX_SAFE_INTEGER;
  switch (sort) {
    case 'status':
      return vehicleClasses.indexOf(classOf(vehicle));
    case 'since':
      return sinceInClass(vehicle)?.at ?? last;
    case 'age':
      return (vehicle && fixAge(vehicle, now)) ?? last;
    case 'speed':
      return -(speedNow(vehicle) ?? -last);
    case 'distance':
      return (from && metersFrom(from, vehicle)) ?? last;
  }
}
