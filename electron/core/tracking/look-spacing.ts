import type { LiveVehicle } from '@contract/fixes';

/** Least and most time between two looks at a vehicle, milliseconds. */
const SPACING = { watched: [5_000, 30_000], other: [10_000, 300_000] } as const;
const NO_DEVICE_SPACING = 15 * 60_000;
const NO_POSITION_SPACING = 5 * 60_000;

/**
 * Milliseconds before a vehicle is looked at again: what its device reports more rarely, or not at
 * all, is not asked for more often.
 * @param reports milliseconds between two reports of its device, as learned
 */
export function spacingOf(live: LiveVehicle | null, isWatched: boolean, reports: number): number {
  if (live?.association === 'none') return NO_DEVICE_SPACING;
  if (live?.fix === null && live.lookedAt !== null) return NO_POSITION_SPACING;
  const [least, most] = isWatched ? SPACING.watched : SPACING.other;
  // In whole seconds, so that vehicles are alike and can be counted instead of gone through.
  return Math.ceil(Math.min(Math.max(reports, least), most) / 1000) * 1000;
}
