import type { LineClass, NameClass } from '@contract/tile-schemas/meaning';

/** A named road in units of the world (Web Mercator, 0 to 1): x, y, x, y, … */
export type GroundRoad = {
  readonly name: string;
  readonly class: LineClass;
  readonly line: Float64Array;
};

/** A named place at a point of the world. */
export type GroundPoint = {
  readonly of: NameClass;
  readonly text: string;
  /** Names in other languages, by the language's two letters. */
  readonly languages: Readonly<Record<string, string>>;
  readonly x: number;
  readonly y: number;
};

/** A district as an area; its ring in units of the world. */
export type GroundArea = { readonly name: string; readonly ring: Float64Array };

/** The names of one piece of a map. */
export type GroundNames = {
  readonly roads: readonly GroundRoad[];
  readonly points: readonly GroundPoint[];
  readonly areas: readonly GroundArea[];
};

/** Streets are sorted into squares of which so many lie side by side: some 300 m at the equator. */
const SQUARES = 2 ** 17;

/** A line over more squares than this is in none: each question looks at it. */
const MOST_SQUARES = 4096;

/** A road that is near a point. */
export type RoadNearby = {
  readonly name: string;
  readonly class: LineClass;
  /** In units of the world. */
  readonly away: number;
};

/** One piece of a map, ready to be asked which of its streets are near a point. */
export class Ground {
  readonly points: readonly GroundPoint[];
  readonly #areas: readonly GroundArea[];
  readonly #roads: readonly GroundRoad[];
  /** Lines by square, as pairs of road and index into its points. */
  readonly #squares = new Map<number, number[]>();
  readonly #everywhere: number[] = [];
  #lines = 0;

  constructor({ roads, points, areas }: GroundNames) {
    this.points = points;
    this.#areas = areas;
    this.#roads = roads;
    roads.forEach((road, index) => {
      for (let at = 0; at + 3 < road.line.length; at += 2) this.#sort(index, at);
    });
  }

  /** How much it holds: 1 and one more for each line of a street. */
  get size(): number {
    return 1 + this.#lines;
  }

  /** The nearest line of each road within reach. All in units of the world. */
  roadsNear(x: number, y: number, reach: number): RoadNearby[] {
    const nearest = new Map<string, RoadNearby>();
    const look = (pairs: readonly number[]): void => {
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const road = this.#roads[pairs[i] ?? -1];
        if (road === undefined) continue;
        const away = distanceToLine(x, y, road.line, pairs[i + 1] ?? 0);
        const key = `${road.class}|${road.name}`;
        if (away > reach || away >= (nearest.get(key)?.away ?? Infinity)) continue;
        nearest.set(key, { name: road.name, class: road.class, away });
      }
    };
    for (const square of squaresOf(x - reach, y - reach, x + reach, y + reach) ?? []) {
      look(this.#squares.get(square) ?? []);
    }
    look(this.#everywhere);
    return [...nearest.values()];
  }

  /** The district whose area holds a point; null where there is none. */
  areaAt(x: number, y: number): string | null {
    return this.#areas.findLast(({ ring }) => isInside(x, y, ring))?.name ?? null;
  }

  #sort(road: number, at: number): void {
    const line = this.#roads[road]?.line ?? [];
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = [0, 1, 2, 3].map((i) => line[at + i] ?? NaN);
    if (![x1, y1, x2, y2].every(Number.isFinite)) return;
    this.#lines += 1;
    const over = squaresOf(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    if (over === null) {
      this.#everywhere.push(road, at);
      return;
    }
    for (const square of over) {
      const known = this.#squares.get(square);
      if (known) known.push(road, at);
      else this.#squares.set(square, [road, at]);
    }
  }
}

/** The squares under a box; null for too many. */
function squaresOf(west: number, north: number, east: number, south: number): number[] | null {
  const [x1, x2] = [Math.floor(west * SQUARES), Math.floor(east * SQUARES)];
  const [y1, y2] = [Math.floor(north * SQUARES), Math.floor(south * SQUARES)];
  if ((x2 - x1 + 1) * (y2 - y1 + 1) > MOST_SQUARES) return null;
  const squares: number[] = [];
  for (let y = y1; y <= y2; y += 1) {
    // Beyond the edges of the world there are squares too: lines may cross the date line.
    for (let x = x1; x <= x2; x += 1) squares.push((y + 1) * 4 * SQUARES + x + SQUARES);
  }
  return squares;
}

/** How far a point is from the stretch of a line that begins at an index. */
function distanceToLine(x: number, y: number, line: Float64Array, at: number): number {
  const [x1, y1] = [line[at] ?? NaN, line[at + 1] ?? NaN];
  const [dx, dy] = [(line[at + 2] ?? NaN) - x1, (line[at + 3] ?? NaN) - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / length;
  const on = Math.min(1, Math.max(0, share));
  return Math.hypot(x - x1 - on * dx, y - y1 - on * dy);
}

function isInside(x: number, y: number, ring: Float64Array): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    const [xi, yi] = [ring[i] ?? NaN, ring[i + 1] ?? NaN];
    const [xj, yj] = [ring[j] ?? NaN, ring[j + 1] ?? NaN];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
