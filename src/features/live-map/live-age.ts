import type { LiveVehicle } from '@contract/fixes';

/**
 * How old a vehicle's newest fix is, milliseconds; null where there is none. A fix dated in the
 * future counts from when it arrived, since its own time can't be right.
 */
export function fixAge({ fix, lookedAt }: LiveVehicle, now: number): number | null {
  if (!fix || fix.problems.includes('no-time')) return null;
  const at = fix.problems.includes('future') ? (lookedAt ?? now) : fix.at;
  return Math.max(0, now - at);
}
