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

/** An age as a number and the one unit it is told in. */
export type ShortAge = { value: number; unit: 'second' | 'minute' | 'hour' | 'day' };

/** An age in one unit, for a narrow column. */
export function shortAge(milliseconds: number): ShortAge {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return { value: seconds, unit: 'second' };
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 172_800) return { value: Math.floor(seconds / 3600), unit: 'hour' };
  return { value: Math.floor(seconds / 86_400), unit: 'day' };
}
