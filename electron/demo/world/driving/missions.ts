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

/** Seconds at a stop, and how likely the engine is switched off there. */
const STAYS: Record<Mission, { least: number; most: number; off: number }> = {
  delivery: { least: 60, most: 200, off: 0.7 },
  courier: { least: 45, most: 150, off: 0.8 },
  haul: { least: 240, most: 600, off: 0.75 },
  service: { least: 120, most: 440, off: 0.9 },
  patrol: { least: 40, most: 200, off: 0.25 },
  bus: { least: 80, most: 210, off: 0.15 },
  farm: { least: 200, most: 700, off: 0.4 },
  yard: { least: 5400, most: 14_400, off: 1 },
};

export function workOf(
  seed: number,
  traits: Traits,
  unit: number,
  places: Places,
  graph: RoadGraph,
): Work {
  const random = new RandomStream(seed, 1001, traits.vehicle, unit);
  const stay = STAYS[traits.mission];
  // Those who drive at night have emptier ramps and shorter waits.
  const pace = traits.shift === 'day' ? 0.68 : 0.55;
  const choose = chooser(seed, traits, unit, places, graph, random);
  return {
    next: () => ({
      to: choose(),
      stay: random.between(stay.least, stay.most) * pace,
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
    case 'courier':
      return () => near(random.pick(places.districts), 900);
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
    default:
      return () =>
        random.chance(0.06)
          ? near(random.pick(places.villages), 400)
          : near(random.pick(places.districts), 1100);
  }
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
