import type { ConnectionState, Fix, Motion } from '@contract/fixes';
import { ageLimitsOf, type TimeLimits } from '@contract/rules/intervals';
import type { OwnLimits } from '@contract/settings';
import type { Profile } from '../service/profile';

/**
 * Limits that turn a fix into a status; all but the last are entries of the service profile, or what
 * a person chose instead.
 */
export interface StatusThresholds extends Omit<TimeLimits, 'gap'> {
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
  /** Milliseconds after a look from which a state reads "not checked lately". */
  unchecked: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNCHECKED_AFTER = 10 * MINUTE;

/**
 * The thresholds of a service profile (service defaults, "Service profile"), with a person's own in
 * their place. No vehicle is silent before it is late, however the two are set.
 */
export function readThresholds(
  { silence, motion }: Pick<Profile, 'silence' | 'motion'>,
  own?: OwnLimits,
): StatusThresholds {
  const inMs = (chosen: number | null | undefined, unit: number, seconds: number): number =>
    typeof chosen === 'number' ? chosen * unit : seconds * 1000;
  const live = inMs(own?.lateAfter, MINUTE, silence.lateAfterSeconds);
  const late = inMs(own?.silentAfter, MINUTE, silence.silentAfterSeconds);
  return {
    movingSpeed: motion.movingFromKmh,
    live,
    late: Math.max(live, late),
    parkedLate: inMs(own?.parkedSilentAfter, HOUR, silence.parkedSilentAfterSeconds),
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
