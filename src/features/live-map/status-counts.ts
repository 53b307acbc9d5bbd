import type { LiveVehicle } from '@contract/fixes';

/** What the strip counts: three motions, and silence, which is another matter than motion. */
export const statuses = ['moving', 'idling', 'parked', 'silent'] as const;

export type Status = (typeof statuses)[number];

export type StatusCounts = Readonly<Record<Status, number>>;

/** Whether a vehicle is counted under a status. One that was not looked at yet is not silent. */
export function hasStatus(vehicle: LiveVehicle | undefined, status: Status): boolean {
  if (!vehicle) return false;
  if (status !== 'silent') return vehicle.motion === status;
  if (vehicle.connection === 'never') return vehicle.lookedAt !== null;
  return vehicle.connection === 'silent';
}

/** Keeps counts by what changes, so that a large fleet is never counted anew. */
export function createStatusCounts() {
  const counts = { moving: 0, idling: 0, parked: 0, silent: 0 };
  return {
    /** One vehicle's state became another; undefined where it had none, or has none any more. */
    change(before: LiveVehicle | undefined, after: LiveVehicle | undefined): void {
      for (const status of statuses) {
        counts[status] += Number(hasStatus(after, status)) - Number(hasStatus(before, status));
      }
    },
    read: (): StatusCounts => ({ ...counts }),
  };
}
