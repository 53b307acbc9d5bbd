import type { LiveVehicle } from '@contract/fixes';
import type { Vehicle } from '@contract/vehicles';
import { fixAge } from './live-age';
import { hasStatus, type Status } from './status-counts';

/** What the list can be sorted by. */
export const sorts = ['name', 'age', 'speed', 'status'] as const;

export type Sort = (typeof sorts)[number];

const motionRank = { moving: 0, idling: 1, parked: 2, unknown: 3 } as const;
const connectionRank = { live: 0, late: 1, silent: 2, never: 3 } as const;

/** What the list shows: which vehicles, in which order. */
export type ListChoice = {
  /** What was found for what is sought; null where nothing is. */
  found: ReadonlySet<string> | null;
  status: Status | null;
  sort: Sort;
};

/** The identifiers of the vehicles that the list shows, from all of them by plate. */
export function chooseVehicles(
  byPlate: readonly Vehicle[],
  live: ReadonlyMap<string, LiveVehicle>,
  { found, status, sort }: ListChoice,
  now: number,
): string[] {
  const shown = byPlate.filter(
    (vehicle) =>
      (found === null || found.has(vehicle.id)) &&
      (status === null || hasStatus(live.get(vehicle.id), status)),
  );
  const ids = shown.map(({ id }) => id);
  if (sort === 'name') return ids;
  return ids
    .map((id) => ({ id, key: sortKey(live.get(id), sort, now) }))
    .sort((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

/** The smaller, the higher up; what is not known comes last. */
function sortKey(
  vehicle: LiveVehicle | undefined,
  sort: Exclude<Sort, 'name'>,
  now: number,
): number {
  const last = Number.MAX_SAFE_INTEGER;
  if (!vehicle) return last;
  switch (sort) {
    case 'age':
      return fixAge(vehicle, now) ?? last;
    case 'speed':
      return -(vehicle.fix?.speed ?? -last);
    case 'status':
      return motionRank[vehicle.motion] * 4 + connectionRank[vehicle.connection];
  }
}
