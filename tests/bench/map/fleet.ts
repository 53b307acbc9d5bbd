import type { LiveVehicle } from '@contract/fixes';
import { seeded } from '../seeded';

/** The only level of the street tiles. */
export const LEVEL = 13;

/** Where the maps look: the middle of the street tiles, so that all of the window has streets. */
export const view = { latitude: 41.87, longitude: -87.66, zoom: 14 };

/** What a window of 1280 × 800 shows there, degrees. */
const reach = { latitude: 0.025, longitude: 0.054 };

/** Vehicles that move with each frame. */
export const MOVED = 100;

/** When all fixes were taken. */
const at = Date.UTC(2026, 0, 5, 12);

/** A fleet of vehicles that are all in view, the same for every map. */
export function fleetInView(count: number): LiveVehicle[] {
  const fraction = seeded(7);
  const between = (middle: number, most: number) => middle + (2 * fraction() - 1) * most;
  return Array.from({ length: count }, (_, index) =>
    vehicle(index, {
      latitude: between(view.latitude, reach.latitude),
      longitude: between(view.longitude, reach.longitude),
      heading: Math.floor(fraction() * 360),
    }),
  );
}

/**
 * The fleet's next reports: some vehicles a little further on, others in each frame. Whose turn comes
 * again is in another place then: what stays where it is needs no picture.
 */
export function movesOf(fleet: readonly LiveVehicle[], frame: number): LiveVehicle[] {
  return Array.from({ length: MOVED }, (_, index) => {
    const which = (frame * MOVED + index * 7) % fleet.length;
    const { latitude, longitude, heading } = fleet[which]?.fix ?? {};
    const step = 0.0004 * (1 + (frame % 7));
    return vehicle(which, {
      latitude: (latitude ?? view.latitude) + step,
      longitude: (longitude ?? view.longitude) - step,
      heading: ((heading ?? 0) + 15) % 360,
    });
  });
}

function vehicle(
  index: number,
  place: { latitude: number; longitude: number; heading: number },
): LiveVehicle {
  const motion = (['moving', 'idling', 'parked', 'moving'] as const)[index % 4] ?? 'moving';
  return {
    vehicleId: `veh${String(index).padStart(12, '0')}`,
    fix: {
      ...{ at, ...place, speed: motion === 'moving' ? 42 : 0, ignition: motion !== 'parked' },
      ...{ battery: null, output1: null, problems: [] },
    },
    motion,
    connection: 'live',
    ...{ lookedAt: at, staleAt: null, association: 'known', device: null },
  };
}
