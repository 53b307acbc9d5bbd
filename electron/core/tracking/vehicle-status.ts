import type { ConnectionState, Fix, Motion } from '@contract/fixes';
import { ageLimitsOf, type TimeLimits } from '@contract/rules/intervals';
import type { Profile } from '../service/profile';

/** Limits that turn a fix into a status; all but the last are entries of the service profile. */
export interface StatusThresholds extends Omit<TimeLimits, 'gap'> {
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
  /** Milliseconds after a look from which a state reads "not checked lately". */
  unchecked: number;
}

const UNCHECKED_AFTER = 10 * 60_000;

/** The thresholds of a service profile (service defaults, "Service profile"). */
export function readThresholds(profile: Pick<Profile, 'silence' | 'motion'>): StatusThresholds {
  return {
    movingSpeed: profile.motion.movingFromKmh,
    live: profile.silence.lateAfterSeconds * 1000,
    late: profile.silence.silentAfterSeconds * 1000,
    parkedLate: profile.silence.parkedSilentAfterSeconds * 1000,
    unchecked: UNCHECKED_AFTER,
  };
}

/**
 * How old the newest fix was when Fleetdesk last looked, so that rare looks never make a vehicle
 * appear silent. A vehicle that was looked at and had no fix was never heard.
 * @param lookedAt epoch milliseconds; null before the first answer
 * @param usual milliseconds between two reports of the device, as it usually is; null: unknown
 */
export function connectionOf(
  fix: Fix | null,
  motion: Motion,
  lookedAt: number | null,
  thresholds: StatusThresholds,
  usual: number | null = null,
): ConnectionState {
  if (fix === null || lookedAt === null) return 'never';
  const age = lookedAt - fix.at;
  const limits = ageLimitsOf(motion === 'parked', usual, thresholds);
  if (age <= limits.live) return 'live';
  return age <= limits.late ? 'late' : 'silent';
}

/** When the state begins to read "not checked lately"; null while nothing was looked at. */
export function staleAtOf(lookedAt: number | null, thresholds: StatusThresholds): number | null {
  return lookedAt === null ? null : lookedAt + thresholds.unchecked;
}
