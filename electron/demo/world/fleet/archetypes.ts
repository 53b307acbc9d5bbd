import type { Mission, Shift } from '../driving/traits';
import { pickAt, RandomStream } from '../random';

/** The kinds of vehicle that the service is known to tell apart. */
export const VEHICLE_TYPES = [
  'car',
  'utility',
  'van',
  'scooter',
  'motorcycle',
  'tricycle',
  'quadricycle',
  'pickup truck',
  'truck',
  'bus',
  'micro bus',
  'other',
  'implement',
  'agricultural machine',
  'tractor truck',
  'tractor',
] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/** What a vehicle is and what it does: the mould of every 120th vehicle of the fleet. */
export interface Archetype {
  readonly type: VehicleType;
  readonly mission: Mission;
  readonly shift: Shift;
}

/** How many of 120 vehicles work by day, by night and round the clock. */
const MIX: readonly [VehicleType, Mission, day: number, night: number, always: number][] = [
  ['car', 'service', 7, 2, 2],
  ['car', 'patrol', 0, 5, 8],
  ['utility', 'delivery', 5, 4, 1],
  ['van', 'delivery', 5, 5, 3],
  ['van', 'courier', 0, 1, 4],
  ['pickup truck', 'service', 3, 3, 1],
  ['pickup truck', 'farm', 1, 0, 0],
  ['motorcycle', 'courier', 5, 5, 4],
  ['scooter', 'courier', 1, 1, 0],
  ['truck', 'haul', 3, 5, 6],
  ['tractor truck', 'haul', 0, 2, 4],
  ['bus', 'bus', 3, 2, 5],
  ['micro bus', 'bus', 2, 1, 2],
  ['tricycle', 'delivery', 1, 0, 0],
  ['quadricycle', 'farm', 1, 0, 0],
  ['implement', 'yard', 1, 0, 0],
  ['agricultural machine', 'farm', 2, 0, 0],
  ['tractor', 'farm', 2, 0, 0],
  ['other', 'patrol', 0, 0, 2],
];

/** The size of a deck: the mix repeats after so many vehicles. */
export const DECK_SIZE = 120;

/**
 * The archetypes of 120 vehicles in random order, but with the shifts evenly spread over it, so
 * that a small fleet too is never all asleep.
 */
export function dealArchetypes(seed: number): Archetype[] {
  const random = new RandomStream(seed, 1301);
  const piles: Record<Shift, Archetype[]> = { day: [], night: [], 'round-the-clock': [] };
  for (const [type, mission, day, night, always] of MIX) {
    const add = (shift: Shift, count: number): void => {
      for (let i = 0; i < count; i += 1) piles[shift].push({ type, mission, shift });
    };
    add('day', day);
    add('night', night);
    add('round-the-clock', always);
  }
  const shifts = Object.values(piles).map((pile) => ({
    pile: random.shuffle(pile),
    total: pile.length,
    dealt: 0,
  }));
  return Array.from({ length: DECK_SIZE }, (_, position) => {
    // Deal from the pile that lags most behind its share.
    const next = [...shifts].sort(
      (a, b) =>
        (b.total * (position + 1)) / DECK_SIZE -
        b.dealt -
        ((a.total * (position + 1)) / DECK_SIZE - a.dealt),
    )[0];
    if (!next) throw new RangeError('there are no archetypes');
    next.dealt += 1;
    return pickAt(next.pile, next.dealt - 1);
  });
}

/** km/h that a type can reach. */
export function topSpeedOf(type: VehicleType): number {
  switch (type) {
    case 'tractor':
    case 'agricultural machine':
      return 34;
    case 'implement':
    case 'tricycle':
    case 'quadricycle':
      return 55;
    case 'scooter':
      return 80;
    case 'bus':
    case 'truck':
    case 'tractor truck':
      return 92;
    default:
      return 135;
  }
}
