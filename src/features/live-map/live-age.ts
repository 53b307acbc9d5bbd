import type { LiveVehicle } from '@contract/fixes';
import { lastContactOf } from '@contract/rules/live-state';

/**
 * How old a vehicle's newest fix is, milliseconds; null where its device told no time. A fix of a
 * device whose clock is wrong is as old as its first arrival.
 */
export function fixAge(vehicle: Pick<LiveVehicle, 'fix'>, now: number): number | null {
  const at = lastContactOf(vehicle);
  return at === null ? null : Math.max(0, now - at);
}
