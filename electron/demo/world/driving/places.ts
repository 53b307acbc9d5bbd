import type { City } from '../city/build-city';
import { at, pathLength, type Point } from '../geometry';
import { hash, RandomStream } from '../random';
import type { RoadClass } from '../streets';
import type { RoadGraph, Spot } from './road-graph';

interface Hole extends Point {
  readonly radius: number;
  /** A tunnel hides only the road that runs through it. */
  readonly only: RoadClass | null;
}

/** Where fleets have business: depots, districts, villages, far ends of the motorways. */
export class Places {
  readonly districts: readonly Point[];
  readonly industries: readonly Point[];
  readonly villages: readonly Point[];
  readonly outskirts: readonly Point[];
  readonly #depots: readonly Point[];
  readonly #holes: readonly Hole[];

  constructor(
    readonly seed: number,
    city: City,
    readonly graph: RoadGraph,
  ) {
    const random = new RandomStream(seed, 901);
    const built = city.districts.filter(
      ({ kind, face }) =>
        ['grid', 'winding', 'radial', 'old-town'].includes(kind) && face.area > 2e5,
    );
    this.districts = built.map(({ centre }) => centre);
    const works = city.districts.filter(({ kind }) => kind === 'industrial');
    this.industries = works.length > 0 ? works.map(({ centre }) => centre) : this.districts;
    this.villages =
      city.villages.length > 0 ? city.villages.map(({ centre }) => centre) : this.districts;
    this.outskirts = motorwayPoints(city);
    this.#depots = Array.from({ length: 16 }, (_, i) =>
      i % 2 === 0 ? random.pick(this.industries) : random.pick(this.districts),
    );
    const tunnel = random.pick(this.outskirts.filter(({ x, y }) => Math.hypot(x, y) < 9000));
    this.#holes = [
      { x: tunnel.x, y: tunnel.y, radius: 420, only: 'motorway' },
      ...[0, 1, 2].map((): Hole => {
        const village = random.pick(this.villages);
        const angle = random.between(0, 2 * Math.PI);
        const away = random.between(1800, 3200);
        return {
          x: village.x + Math.cos(angle) * away,
          y: village.y + Math.sin(angle) * away,
          radius: random.between(900, 1600),
          only: null,
        };
      }),
    ];
  }

  /** Where one vehicle spends its nights: a spot in the streets around its fleet's depot. */
  homeOf(fleet: number, vehicle: number): Spot {
    const random = new RandomStream(this.seed, 902, vehicle);
    const depot = this.#depots[hash(this.seed, 903, fleet, random.integer(0, 1)) % 16];
    if (!depot || random.chance(0.2)) return this.graph.anySpot(random);
    return this.graph.spotNear(depot.x, depot.y, 520, random);
  }

  /** Whether a device there reaches its mobile network. */
  isCovered(x: number, y: number, roadClass: RoadClass): boolean {
    return !this.#holes.some(
      (hole) =>
        (hole.only === null || hole.only === roadClass) &&
        Math.hypot(hole.x - x, hole.y - y) < hole.radius,
    );
  }
}

/** Points along the motorways, every few kilometers. */
function motorwayPoints(city: City): Point[] {
  const points: Point[] = [];
  let since = 0;
  for (const edge of city.network.edges) {
    if (city.lines[edge.line]?.class !== 'motorway') continue;
    since += pathLength(edge.path);
    if (since < 1500) continue;
    since = 0;
    const middle = (edge.path.length >> 2) * 2;
    points.push({ x: at(edge.path, middle), y: at(edge.path, middle + 1) });
  }
  return points.length > 0 ? points : [{ x: 0, y: 0 }];
}
