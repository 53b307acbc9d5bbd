import type { Fix, LiveVehicle, Motion } from '@contract/fixes';
import { metersBetween } from '@contract/rules/sphere';

/** What was known of a vehicle's motion before the present fix. */
export type KnownState = Pick<LiveVehicle, 'fix' | 'motion' | 'since'>;

/** Fixes further apart leave open when between them a state began, milliseconds. */
const CLOSE = 5 * 60_000;
/** A vehicle that stands further away than jitter explains has driven unseen, meters. */
const JITTER = 500;

/**
 * Since when a vehicle has done what it does, by the fixes that were seen of it; undefined while
 * there is no fix. `isAtLeast`: it may have begun earlier, when nobody looked.
 */
export function sinceOf(before: KnownState, fix: Fix | null, motion: Motion): LiveVehicle['since'] {
  if (fix === null) return undefined;
  if (before.fix === null || before.since === undefined) return { at: fix.at, isAtLeast: true };
  if (before.motion === motion && !hasDrivenUnseen(before.fix, fix, motion)) return before.since;
  return { at: fix.at, isAtLeast: fix.at - before.fix.at > CLOSE };
}

function hasDrivenUnseen(before: Fix, fix: Fix, motion: Motion): boolean {
  if (motion !== 'parked' && motion !== 'idling') return false;
  const { latitude, longitude } = before;
  if (latitude === null || longitude === null) return false;
  if (fix.latitude === null || fix.longitude === null) return false;
  const from = { latitude, longitude };
  return metersBetween(from, { latitude: fix.latitude, longitude: fix.longitude }) > JITTER;
}
