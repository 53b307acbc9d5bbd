import type { LiveVehicle } from '@contract/fixes';
import { isOutdated, kindOf, lastContactOf } from '@contract/rules/live-state';

/**
 * What a vehicle is counted as: each is one of these, in the order in which a list sorts them.
 * `silent`: its device has said nothing for longer than it usually does, whatever it did then;
 * `unknown`: nobody knows what it does, or this user has no permission to see it; `never`: nothing
 * has ever reported; `unchecked`: Fleetdesk has not asked yet.
 */
export const vehicleClasses = [
  'moving',
  'idling',
  'parked',
  'silent',
  'unknown',
  'never',
  'unchecked',
] as const;

export type VehicleClass = (typeof vehicleClasses)[number];

/** What a vehicle is counted as; one of which nothing was told is not checked yet. */
export function classOf(vehicle: LiveVehicle | undefined): VehicleClass {
  const kind = kindOf(vehicle);
  if (kind === 'pending') return 'unchecked';
  if (kind === 'refused') return 'unknown';
  if (kind !== 'known' || !vehicle) return 'never';
  return vehicle.connection === 'silent' ? 'silent' : vehicle.motion;
}

/** How long a vehicle has been what it is counted as. */
export type TimeInClass = {
  /** Epoch milliseconds. */
  at: number;
  /** It may have been so for longer. */
  isAtLeast: boolean;
};

/** How fast a vehicle is, km/h; null where it is not known to move: a silent one moved once. */
export function speedNow(vehicle: LiveVehicle | undefined): number | null {
  return classOf(vehicle) === 'moving' ? (vehicle?.fix?.speed ?? null) : null;
}

/**
 * Since when a vehicle is what it is counted as, or how old that is where it may long do something
 * else; null where that is not known.
 */
export function sinceInClass(vehicle: LiveVehicle | undefined): TimeInClass | null {
  if (!vehicle) return null;
  if (!isOutdated(vehicle)) return vehicle.since ?? null;
  const at = lastContactOf(vehicle);
  return at === null ? null : { at, isAtLeast: false };
}
