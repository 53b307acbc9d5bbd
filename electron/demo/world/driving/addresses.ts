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
  readonly #quarters: readonly Quarter[];
  readonly #city: string;

  constructor(
    seed: number,
    readonly graph: RoadGraph,
  ) {
    const streets = generateStreets(seed);
    this.#city = streets.name;
    this.#quarters = streets.places
      .filter(({ kind }) => kind !== 'city')
      .map(({ name, lng, lat }) => ({ name, x: toX(lng), y: toY(lat) }));
  }

  of(fix: FixRow): string {
    const x = toX(fix.lng);
    const y = toY(fix.lat);
    let nearest: Quarter | undefined;
    let best = 2500;
    for (const quarter of this.#quarters) {
      const distance = Math.hypot(quarter.x - x, quarter.y - y);
      if (distance < best) {
        best = distance;
        nearest = quarter;
      }
    }
    const street = this.graph.edge(fix.edge).name;
    return nearest ? `${street}, ${nearest.name}, ${this.#city}` : `${street}, ${this.#city}`;
  }
}
