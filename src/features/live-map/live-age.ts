import type { LiveVehicle } from '@contract/fixes';

/**
 * How old a vehicle's newest fix is, milliseconds; null where its device told no time. A fix of a
 * device whose clock is wrong is as old as its first arrival.
 */
export function fixAge({ fix }: Pick<LiveVehicle, 'fix'>, now: number): number | null {
  if (!fix || fix.problems.includes('no-time')) return null;
  return Math.max(0, now - fix.at);
}
