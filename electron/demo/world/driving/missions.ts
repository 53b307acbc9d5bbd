import type { Point } from '../geometry';
import { pickAt, RandomStream, hash, fraction } from '../random';
import type { Places } from './places';
import type { RoadGraph, Spot } from './road-graph';
import type { Mission, Traits } from './traits';

/** Where a vehicle goes next, and what it does there. */
export interface Errand {
  readonly to: Spot;
  /** Seconds at the destination. */
  readonly stay: number;
  readonly ignitionOff: boolean;
}

/** A day's work of one vehicle: one errand after the other, without end. */
export interface Work {
  next(): Errand;
}

/**
 * Most stops are over in a moment and count as part of a trip; the others are stops in their own
 * right. `often` is the share of the latter by day; at night and on long shifts there are fewer.
 */
const STAYS: Record<Mission, { often: number; most: number; off: number }> = {
  delivery: { often: 0.4, most: 280, off: 0.75 },
  courier: { often: 0.35, most: 260, off: 0.85 },
  haul: { often: 0.65, most: 1500, off: 0.8 },
  service: { often: 0.6, most: 1700, off: 0.9 },
  patrol: { often: 0.4, most: 360, off: 0.3 },
  bus: { often: 0.5, most: 240, off: 0.2 },
  farm: { often: 0.9, most: 2400, off: 0.4 },
  yard: { often: 1, most: 14_400, off: 1 },
};
const MOMENT = { least: 25, most: 65 };
const SHORTEST = 130;

export function workOf(
  seed: number,
  traits: Traits,
  unit: number,
  places: Places,
  graph: RoadGraph,
): Work {
  const random = new RandomStream(seed, 1001, traits.vehicle, unit);
  const stay = STAYS[traits.mission];
  const share = traits.shift === 'day' ? stay.often * 0.6 : stay.often * 0.15;
  const choose = chooser(seed, traits, unit, places, graph, random);
  return {
    next: () => ({
      to: choose(),
      stay: random.chance(share)
        ? random.between(SHORTEST, stay.most)
        : random.between(MOMENT.least, MOMENT.most),
      ignitionOff: random.chance(stay.off),
    }),
  };
}

function chooser(
  seed: number,
  traits: Traits,
  unit: number,
  places: Places,
  graph: RoadGraph,
  random: RandomStream,
): () => Spot {
  const near = (point: { x: number; y: number }, radius: number): Spot =>
    graph.spotNear(point.x, point.y, radius, random);
  switch (traits.mission) {
    case 'delivery': {
      // A tour keeps to one side of the city for some hours, then moves on.
      let zone = pickAt(places.districts, hash(seed, 1002, traits.vehicle, unit));
      let left = random.integer(9, 16);
      return () => {
        left -= 1;
        if (left < 0) {
          zone = random.pick(places.districts);
          left = random.integer(9, 16);
        }
        return near(zone, 3400);
      };
    }
    case 'courier': {
      // Orders come from around one center; crossing the whole city takes too long.
      const around = districtsAround(places, hash(seed, 1009, traits.vehicle, unit), 5500);
      return () => near(random.pick(around), 900);
    }
    case 'patrol': {
      // A beat of some districts, and now and then a call from elsewhere.
      const beat = districtsAround(places, hash(seed, 1010, traits.vehicle, unit), 4500);
      return () => near(random.pick(random.chance(0.05) ? places.districts : beat), 1100);
    }
    case 'haul':
      return () => {
        const kind = random.next();
        if (kind < 0.34) return near(random.pick(places.industries), 1300);
        if (kind < 0.62) return near(random.pick(places.villages), 400);
        if (kind < 0.8) return near(random.pick(places.outskirts), 900);
        return near(random.pick(places.districts), 900);
      };
    case 'bus': {
      const stops = busLine(seed, traits, places, graph);
      let position = random.integer(0, stops.length - 1);
      let step = 1;
      return () => {
        if (position + step < 0 || position + step >= stops.length) step = -step;
        position += step;
        return pickAt(stops, position);
      };
    }
    case 'farm': {
      const home = pickAt(places.villages, hash(seed, 1003, traits.vehicle));
      const other = pickAt(places.villages, hash(seed, 1004, traits.vehicle));
      return () => near(random.chance(0.75) ? home : other, 700);
    }
    case 'yard': {
      const yard = pickAt(places.industries, hash(seed, 1005, traits.vehicle));
      return () => near(yard, 900);
    }
    default: {
      const around = districtsAround(places, hash(seed, 1011, traits.vehicle, unit), 5500);
      return () =>
        random.chance(0.04)
          ? near(random.pick(places.villages), 400)
          : near(random.pick(around), 1100);
    }
  }
}

/** The districts within a reach, in meters, of one that a number picks; that one is among them. */
function districtsAround(places: Places, picked: number, reach: number): Point[] {
  const base = pickAt(places.districts, picked);
  return places.districts.filter(({ x, y }) => Math.hypot(x - base.x, y - base.y) <= reach);
}

/** The stations of a bus line, in order; vehicles of one line share them. */
function busLine(seed: number, traits: Traits, places: Places, graph: RoadGraph): Spot[] {
  const line = hash(seed, 1006, traits.vehicle) % 16;
  const random = new RandomStream(seed, 1007, line);
  const angle = fraction(seed, 1008, line) * Math.PI;
  const stations: Spot[] = [];
  for (let k = -2; k <= 2; k += 1) {
    const reach = k * random.between(1700, 2900);
    const aside = random.between(-900, 900);
    stations.push(
      graph.spotNear(
        Math.cos(angle) * reach - Math.sin(angle) * aside,
        Math.sin(angle) * reach + Math.cos(angle) * aside,
        300,
        random,
      ),
    );
  }
  if (random.chance(0.3)) {
    const village = random.pick(places.villages);
    stations.push(graph.spotNear(village.x, village.y, 250, random));
  }
  return stations;
}
