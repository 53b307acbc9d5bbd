import type { Fix } from '@contract/fixes';
import type { Place } from '@contract/rules/longitudes';

/** Vehicles within so many degrees are in one place. */
const grain = 0.5;

/** So many places stand for the fleet. */
const most = 3;

/** The few places around which most vehicles of a fleet are, the fullest first. */
export function placesOfFleet(fixes: Iterable<Fix | null>): Place[] {
  const squares = new Map<string, { count: number; latitude: number; longitude: number }>();
  for (const fix of fixes) {
    const { latitude = null, longitude = null, problems = [] } = fix ?? {};
    if (latitude === null || longitude === null || problems.includes('out-of-range')) continue;
    const key = `${Math.floor(latitude / grain)} ${Math.floor(longitude / grain)}`;
    const square = squares.get(key) ?? { count: 0, latitude: 0, longitude: 0 };
    square.count += 1;
    square.latitude += (latitude - square.latitude) / square.count;
    square.longitude += (longitude - square.longitude) / square.count;
    squares.set(key, square);
  }
  return [...squares.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ latitude, longitude }) => ({ latitude, longitude }));
}
