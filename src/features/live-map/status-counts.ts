import type { LiveVehicle } from '@contract/fixes';

/** What every vehicle does, as far as that is known: together these are the whole fleet. */
export const motionStatuses = ['moving', 'idling', 'parked', 'unknown', 'unseen'] as const;

/** What the strip counts: besides motion also silence, which is another matter. */
export const statuses = [...motionStatuses, 'silent'] as const;

export type Status = (typeof statuses)[number];

export type StatusCounts = Readonly<Record<Status, number>>;

/**
 * Whether a vehicle is counted under a status. One that nothing was told of is not seen yet; one
 * that was not looked at is not silent.
 */
export function hasStatus(vehicle: LiveVehicle | undefined, status: Status): boolean {
  if (status === 'unseen') return !vehicle?.fix;
  if (!vehicle) return false;
  if (status !== 'silent') return vehicle.fix !== null && vehicle.motion === status;
  if (vehicle.connection === 'never') return vehicle.lookedAt !== null;
  return vehicle.connection === 'silent';
}

/** Keeps counts by what changes, so that a large fleet is never counted anew. */
export function createStatusCounts() {
  const counts = { moving: 0, idling: 0, parked: 0, unknown: 0, unseen: 0, silent: 0 };
  const count = (vehicle: LiveVehicle | undefined, change: 1 | -1): void => {
    if (!vehicle) return;
    for (const status of statuses) if (hasStatus(vehicle, status)) counts[status] += change;
  };
  return {
    /** One vehicle's state became another; undefined where it had none, or has none any more. */
    change(before: LiveVehicle | undefined, after: LiveVehicle | undefined): void {
      count(before, -1);
      count(after, 1);
    },
    read: (): StatusCounts => ({ ...counts }),
  };
}
