import type { Fix, LiveVehicle, Motion } from '@contract/fixes';
import { kindOf } from '@contract/rules/live-state';
import { compassPoint, type CompassPoint } from '@/app/compass';
import { fixAge } from './live-age';

/** What can be said about a vehicle, before it is put into words of a language. */
export type StateDescription = {
  /**
   * `pending`: not looked at yet; `refused`: the signed-in user may not see it; `no-device`:
   * nothing reports; `never`: it never has.
   */
  kind: 'pending' | 'refused' | 'no-device' | 'never' | 'known';
  motion: Motion;
  /** km/h, shown of a moving vehicle alone. */
  speed: number | null;
  heading: CompassPoint | null;
  /** When it was so, epoch milliseconds; null where there is no fix with a time. */
  at: number | null;
  /** How long ago that was, milliseconds. */
  age: number | null;
  /** How long ago Fleetdesk looked, milliseconds. */
  looked: number | null;
  /** Its device has said nothing for longer than it usually does: what is shown was so then. */
  isSilent: boolean;
  /** Longer ago than the state can be vouched for. */
  isStale: boolean;
  problems: Fix['problems'];
};

/** Describes a vehicle's live state at a moment (epoch milliseconds). */
export function describeState(vehicle: LiveVehicle | undefined, now: number): StateDescription {
  const fix = vehicle?.fix ?? null;
  const moves = vehicle?.motion === 'moving';
  const lookedAt = vehicle?.lookedAt ?? null;
  const staleAt = vehicle?.staleAt ?? null;
  const turned = fix?.heading ?? null;
  const age = vehicle ? fixAge(vehicle, now) : null;
  const looked = lookedAt === null ? null : Math.max(0, now - lookedAt);
  return {
    kind: kindOf(vehicle),
    motion: vehicle?.motion ?? 'unknown',
    speed: moves ? (fix?.speed ?? null) : null,
    heading: moves && turned !== null ? compassPoint(turned) : null,
    at: age === null ? null : now - age,
    age,
    looked,
    isSilent: vehicle?.connection === 'silent',
    isStale: staleAt !== null && now >= staleAt,
    problems: fix?.problems ?? [],
  };
}
