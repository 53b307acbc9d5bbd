import type { LiveVehicle } from '../fixes';

/**
 * What lists tell of a vehicle's live state, in the order in which they sort it: what it does, or
 * why that is not known. `never`: its device has not reported; `pending`: not looked at yet;
 * `refused`: the service doesn't tell the signed-in user.
 */
export const liveStates = [
  'moving',
  'idling',
  'parked',
  'unknown',
  'never',
  'pending',
  'no-device',
  'refused',
] as const;

/** What lists tell of a vehicle's live state. */
export type LiveState = (typeof liveStates)[number];

/** What is known of a vehicle at all; `known`: it has a fix. */
export function kindOf(
  vehicle: LiveVehicle | undefined,
): 'known' | 'no-device' | 'refused' | 'pending' | 'never' {
  if (vehicle?.fix) return 'known';
  if (vehicle?.association === 'none') return 'no-device';
  if (vehicle?.isRefused) return 'refused';
  return (vehicle?.lookedAt ?? null) === null ? 'pending' : 'never';
}

/** What lists tell of a vehicle's live state. */
export function liveStateOf(vehicle: LiveVehicle): LiveState {
  const kind = kindOf(vehicle);
  return kind === 'known' ? vehicle.motion : kind;
}

/** When a vehicle's device reported last, epoch milliseconds; null where it told no time. */
export function lastContactOf({ fix }: Pick<LiveVehicle, 'fix'>): number | null {
  return fix === null || fix.problems.includes('no-time') ? null : fix.at;
}

/**
 * Whether the newest report of a vehicle is too old to tell what it does now. One that is parked
 * reports rarely, and stays parked meanwhile.
 */
export function isOutdated({
  connection,
  motion,
}: Pick<LiveVehicle, 'connection' | 'motion'>): boolean {
  return connection === 'silent' || (connection === 'late' && motion !== 'parked');
}
