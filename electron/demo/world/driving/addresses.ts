import { toX, toY } from '../city/projection';
import { generateStreets } from '../generate-streets';
import type { FixRow } from './fixes';
import type { RoadGraph } from './road-graph';

interface Quarter {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Names places as the service does: street, quarter, city. */
export class Addresses {
  #places: { readonly city: string; readonly quarters: readonly Quarter[] } | null = null;

  constructor(
    readonly seed: number,
    readonly graph: RoadGraph,
  ) {}

  of(fix: FixRow): string {
    const x = toX(fix.lng);
    const y = toY(fix.lat);
    let nearest: Quarter | undefined;
    let best = 2500;
    this.#places ??= placesOf(this.seed);
    const { city, quarters } = this.#places;
    for (const quarter of quarters) {
      const distance = Math.hypot(quarter.x - x, quarter.y - y);
      if (distance < best) {
        best = distance;
        nearest = quarter;
      }
    }
    const street = this.graph.edge(fix.edge).name;
    return nearest ? `${street}, ${nearest.name}, ${city}` : `${street}, ${city}`;
  }
}

function placesOf(seed: number): { city: string; quarters: Quarter[] } {
  const streets = generateStreets(seed);
  const quarters = streets.places
    .filter(({ kind }) => kind !== 'city')
    .map(({ name, lng, lat }) => ({ name, x: toX(lng), y: toY(lat) }));
  return { city: streets.name, quarters };
}
