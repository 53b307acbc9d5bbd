import { shortWay } from '@contract/rules/longitudes';
import type { TrackColumns } from '@contract/trajectories';
import type { Place } from '@contract/rules/longitudes';

/** Metres on the equator in a degree, good enough to compare short distances. */
const metresPerDegree = 111_320;
/** Fixes as near as this (metres) to the nearest one are the same place. */
const samePlace = 15;

/**
 * The fix nearest to a place; where the vehicle passed several times, the pass next in time to
 * `around` (epoch milliseconds). −1 without fixes.
 */
export function findNearestFix(
  { at, latitude, longitude }: Pick<TrackColumns, 'at' | 'latitude' | 'longitude'>,
  place: Place,
  around: number,
): number {
  const narrowing = Math.cos((place.latitude * Math.PI) / 180);
  const distanceTo = (index: number) => {
    const dx = shortWay(place.longitude, longitude[index] ?? 0) * narrowing;
    const dy = (latitude[index] ?? 0) - place.latitude;
    return Math.hypot(dx, dy) * metresPerDegree;
  };
  let nearest = Infinity;
  for (let index = 0; index < at.length; index += 1) {
    nearest = Math.min(nearest, distanceTo(index));
  }
  let best = -1;
  let bestWait = Infinity;
  for (let index = 0; index < at.length; index += 1) {
    const wait = Math.abs((at[index] ?? 0) - around);
    if (wait < bestWait && distanceTo(index) <= nearest + samePlace) {
      best = index;
      bestWait = wait;
    }
  }
  return best;
}
