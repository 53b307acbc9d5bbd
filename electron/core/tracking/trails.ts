import type { Trail } from '@contract/fixes';

/** How much of each vehicle's past is kept. */
export interface TrailLimits {
  /** Positions a vehicle. */
  points: number;
  /** Milliseconds before the vehicle's newest position. */
  age: number;
}

const COLUMNS = 3;
const FIRST_CAPACITY = 16;

interface Points {
  /** Time, latitude, longitude of one position after the other, by time. */
  values: Float64Array;
  count: number;
}

/** Where vehicles were seen lately, in memory: sorted by time, each time once, bounded. */
export class Trails {
  readonly #limits: TrailLimits;
  readonly #points = new Map<string, Points>();

  constructor(limits: TrailLimits) {
    this.#limits = limits;
  }

  /** Adds a position; one that comes late takes its place in time. @param at epoch milliseconds */
  add(vehicleId: string, at: number, latitude: number, longitude: number): void {
    let points = this.#points.get(vehicleId);
    if (points === undefined) {
      points = { values: new Float64Array(FIRST_CAPACITY * COLUMNS), count: 0 };
      this.#points.set(vehicleId, points);
    }
    let place = points.count;
    while (place > 0 && timeAt(points, place - 1) > at) place--;
    if (place > 0 && timeAt(points, place - 1) === at) return;
    const newest = Math.max(at, points.count > 0 ? timeAt(points, points.count - 1) : at);
    if (at < newest - this.#limits.age) return;
    if (points.count === this.#limits.points && place === 0) return;
    const dropped = this.#drop(points, newest);
    this.#insert(points, place - dropped, at, latitude, longitude);
  }

  /** Positions of a vehicle, oldest first; none for an unknown one. */
  read(vehicleId: string): Trail {
    const points = this.#points.get(vehicleId);
    const read = Array.from({ length: points?.count ?? 0 }, (_, index) => ({
      at: points?.values[index * COLUMNS] ?? 0,
      latitude: points?.values[index * COLUMNS + 1] ?? 0,
      longitude: points?.values[index * COLUMNS + 2] ?? 0,
    }));
    return { vehicleId, points: read };
  }

  /** Forgets a vehicle. */
  remove(vehicleId: string): void {
    this.#points.delete(vehicleId);
  }

  /** Drops what is beyond the limits, and one more where the new position needs the room. */
  #drop(points: Points, newest: number): number {
    let dropped = points.count === this.#limits.points ? 1 : 0;
    while (dropped < points.count && timeAt(points, dropped) < newest - this.#limits.age) dropped++;
    points.values.copyWithin(0, dropped * COLUMNS, points.count * COLUMNS);
    points.count -= dropped;
    return dropped;
  }

  #insert(points: Points, place: number, at: number, latitude: number, longitude: number): void {
    if ((points.count + 1) * COLUMNS > points.values.length) {
      const capacity = Math.min(points.count * 2, this.#limits.points);
      const values = new Float64Array(capacity * COLUMNS);
      values.set(points.values);
      points.values = values;
    }
    const from = place * COLUMNS;
    points.values.copyWithin(from + COLUMNS, from, points.count * COLUMNS);
    points.values.set([at, latitude, longitude], from);
    points.count++;
  }
}

function timeAt(points: Points, index: number): number {
  return points.values[index * COLUMNS] ?? 0;
}
