import { toX, toY } from '@demo/world/city/projection';
import type { FixRow } from '@demo/world/driving/fixes';
import { startOfDay } from '@demo/world/driving/local-time';
import type { Traits } from '@demo/world/driving/traits';
import type { Streets } from '@demo/world/streets';
import { World } from '@demo/world/world';

/** 2 June 2026 in the demo's zone, a Tuesday. */
export const TUESDAY = 20_606;
export const NEXT_DAY = startOfDay(TUESDAY + 1);
export const PATIENT = { timeout: 120_000 };

export function worldAt(instant: number, seed = 1, size = 120): World {
  return new World(seed, size, () => instant * 1000);
}

/** The vehicles of a world that report, with their traits. */
export function reportingTraits(world: World, count: number): Traits[] {
  const result: Traits[] = [];
  for (const vehicle of world.vehicles.page(0, count)) {
    const traits = world.traitsOf(vehicle);
    if (traits) result.push(traits);
  }
  return result;
}

export function metresBetween(a: FixRow, b: FixRow): number {
  return Math.hypot(toX(a.lng) - toX(b.lng), toY(a.lat) - toY(b.lat));
}

/** Finds the nearest road of a drawing to a position, in metres. */
export class RoadFinder {
  readonly #cells = new Map<string, number[][]>();

  constructor(streets: Streets) {
    for (const { line } of streets.roads) {
      for (let i = 2; i < line.length; i += 2) {
        const segment = [line[i - 2], line[i - 1], line[i], line[i + 1]].map((value, k) =>
          k % 2 === 0 ? toX(value ?? 0) : toY(value ?? 0),
        );
        this.#add(segment);
      }
    }
  }

  #add(segment: number[]): void {
    const [ax = 0, ay = 0, bx = 0, by = 0] = segment;
    const parts = Math.ceil(Math.hypot(bx - ax, by - ay) / 50) + 1;
    const keys = new Set<string>();
    for (let k = 0; k <= parts; k += 1) {
      const x = ax + ((bx - ax) * k) / parts;
      const y = ay + ((by - ay) * k) / parts;
      for (const dx of [-20, 20]) for (const dy of [-20, 20]) keys.add(cellOf(x + dx, y + dy));
    }
    for (const key of keys) {
      const cell = this.#cells.get(key) ?? [];
      cell.push(segment);
      this.#cells.set(key, cell);
    }
  }

  distance(fix: FixRow): number {
    return Math.min(...this.#near(fix).map(({ distance }) => distance));
  }

  /** The smallest angle, in degrees, between a heading and a road within 12 m, either way along. */
  turnFromRoad(fix: FixRow): number {
    const turns = this.#near(fix)
      .filter(({ distance }) => distance < 12)
      .map(({ bearing }) => {
        const turn = Math.abs((((fix.heading - bearing) % 180) + 180) % 180);
        return Math.min(turn, 180 - turn);
      });
    return Math.min(...turns);
  }

  #near(fix: FixRow): { distance: number; bearing: number }[] {
    const x = toX(fix.lng);
    const y = toY(fix.lat);
    return (this.#cells.get(cellOf(x, y)) ?? []).map(([ax = 0, ay = 0, bx = 0, by = 0]) => {
      const dx = bx - ax;
      const dy = by - ay;
      const squared = dx * dx + dy * dy;
      const t =
        squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / squared));
      return {
        distance: Math.hypot(ax + dx * t - x, ay + dy * t - y),
        bearing: (Math.atan2(dx, dy) * 180) / Math.PI,
      };
    });
  }
}

function cellOf(x: number, y: number): string {
  return `${Math.floor(x / 100)}:${Math.floor(y / 100)}`;
}
