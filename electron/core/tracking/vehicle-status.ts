import type { ConnectionState, Fix, Motion } from '@contract/fixes';
import type { Profile } from '../service/profile';

/** Limits that turn a fix into a status; all but the last are entries of the service profile. */
export interface StatusThresholds {
  /** km/h from which a vehicle counts as moving. */
  movingSpeed: number;
  /** Milliseconds of age up to which a fix is live. */
  live: number;
  /** Milliseconds of age up to which a fix is late; silent beyond. */
  late: number;
  /** The same for a parked vehicle, which reports rarely. */
  parkedLate: number;
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
 * What a vehicle does by its newest fix. Speed decides, ignition tells idling from parked; a
 * vehicle that moves with its ignition off is towed or ferried, and moves all the same.
 */
export function motionOf(fix: Fix | null, thresholds: StatusThresholds): Motion {
  if (fix === null) return 'unknown';
  if (fix.speed !== null && fix.speed >= thresholds.movingSpeed) return 'moving';
  if (fix.ignition === false) return 'parked';
  if (fix.speed === null) return 'unknown';
  // Standing still without word of the ignition: parked is what devices without that wire mean.
  return fix.ignition === true ? 'idling' : 'parked';
}

/**
 * How old the newest fix was when Fleetdesk last looked, so that rare looks never make a vehicle
 * appear silent. A vehicle that was looked at and had no fix was never heard.
 * @param lookedAt epoch milliseconds; null before the first answer
 */
export function connectionOf(
  fix: Fix | null,
  motion: Motion,
  lookedAt: number | null,
  thresholds: StatusThresholds,
): ConnectionState {
  if (fix === null || lookedAt === null) return 'never';
  const age = lookedAt - fix.at;
  if (age <= thresholds.live) return 'live';
  const limit =
    motion === 'parked' ? Math.max(thresholds.parkedLate, thresholds.late) : thresholds.late;
  return age <= limit ? 'late' : 'silent';
}

/** When the state begins to read "not checked lately"; null while nothing was looked at. */
export function staleAtOf(lookedAt: number | null, thresholds: StatusThresholds): number | null {
  return lookedAt === null ? null : lookedAt + thresholds.unchecked;
}
