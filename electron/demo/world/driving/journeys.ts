import { hash } from '../random';
import { cityOf } from '../generate-streets';
import { Gradual, type Steps } from '../gradual';
import { fixAt, type FixRow, type Fixes } from './fixes';
import { DAY_SECONDS, localDayOf, startOfDay } from './local-time';
import { Places } from './places';
import { RoadGraph } from './road-graph';
import { Router } from './router';
import type { Traits } from './traits';
import { driveUnit, unitOf, unitStart, type Roads } from './unit-of-work';

/** How far back a day can be asked for. */
const OLDEST_DAYS = 731;
/** How many units back the last known position is looked for. */
const SEARCH_BACK = 12;

/** A stretch of time in which a device sends nothing, in seconds since the epoch. */
export interface Silence {
  readonly from: number;
  readonly to: number;
}

/** Where vehicles are and were; a test may bring one that costs less. */
export interface Driving {
  readonly graph: RoadGraph;
  /** Units of 24 hours computed so far. */
  readonly computedUnits: number;
  /** The last fix that a vehicle's device had sent at an instant, or null if it never did. */
  lastFix(traits: Traits, instant: number): FixRow | null;
  /** The fixes of a local day that had been sent at an instant; empty when there are none. */
  day(traits: Traits, day: number, instant: number): FixRow[];
  /** Makes a vehicle's device silent for a time; the world's own silences stay. */
  silence(vehicle: number, silence: Silence): void;
  clearSilences(): void;
}

let last: { seed: number; roads: Gradual<Roads> } | null = null;

/** What vehicles of a seed's city drive on. The last one is kept: nothing in it ever changes. */
export function roadsOf(seed: number): Gradual<Roads> {
  if (last?.seed !== seed) last = { seed, roads: new Gradual(buildRoads(seed)) };
  return last.roads;
}

function* buildRoads(seed: number): Steps<Roads> {
  const plan = cityOf(seed);
  while (!plan.step()) yield;
  const city = plan.value;
  const graph = new RoadGraph(seed, city);
  yield;
  const router = new Router(graph);
  yield;
  return { seed, graph, router, places: new Places(seed, city, graph) };
}

/**
 * Where every vehicle is and was. Nothing is computed before it is asked for; what was computed
 * is kept while there is room.
 */
export class Journeys implements Driving {
  readonly #roads: Roads;
  readonly #units = new Map<string, Fixes>();
  readonly #silences = new Map<number, Silence[]>();
  #kept = 0;
  #computed = 0;

  constructor(
    readonly seed: number,
    /** Fixes to keep at most; one takes about 50 bytes. */
    readonly room = 1_200_000,
  ) {
    this.#roads = roadsOf(seed).value;
  }

  get computedUnits(): number {
    return this.#computed;
  }

  get graph(): RoadGraph {
    return this.#roads.graph;
  }

  lastFix(traits: Traits, instant: number): FixRow | null {
    const unit = unitOf(this.seed, traits, instant);
    for (let back = 0; back < SEARCH_BACK; back += 1) {
      const fixes = this.#unit(traits, unit - back);
      for (let i = lastIndexUntil(fixes, instant); i >= 0; i -= 1) {
        const row = fixAt(fixes, i);
        if (!this.#isSilent(traits, row.act)) return row;
      }
    }
    return null;
  }

  day(traits: Traits, day: number, instant: number): FixRow[] {
    const from = startOfDay(day);
    if (from > instant || day < localDayOf(instant) - OLDEST_DAYS) return [];
    const to = Math.min(from + DAY_SECONDS - 1, instant);
    const first = unitOf(this.seed, traits, from);
    const rows: FixRow[] = [];
    for (let unit = first; unitStart(this.seed, traits, unit) <= to; unit += 1) {
      const fixes = this.#unit(traits, unit);
      for (let i = lastIndexUntil(fixes, from - 1) + 1; i < fixes.count; i += 1) {
        const row = fixAt(fixes, i);
        if (row.act > to) break;
        if (this.#isSilent(traits, row.act)) continue;
        if (row.trip >= 0) row.trip += unit * 4096;
        rows.push(row);
      }
    }
    return rows;
  }

  silence(vehicle: number, silence: Silence): void {
    const list = this.#silences.get(vehicle);
    if (list) list.push(silence);
    else this.#silences.set(vehicle, [silence]);
  }

  clearSilences(): void {
    this.#silences.clear();
  }

  /** Some devices are out of order for some days; then those days have no data at all. */
  #isSilent(traits: Traits, act: number): boolean {
    const day = localDayOf(act);
    if (hash(this.seed, 1201, traits.vehicle, Math.floor(day / 2)) % 64 === 0) return true;
    const silences = this.#silences.get(traits.vehicle);
    return silences?.some(({ from, to }) => act >= from && act < to) ?? false;
  }

  #unit(traits: Traits, unit: number): Fixes {
    const key = `${traits.vehicle}:${unit}`;
    const known = this.#units.get(key);
    if (known) {
      this.#units.delete(key);
      this.#units.set(key, known);
      return known;
    }
    const fixes = driveUnit(this.#roads, traits, unit);
    this.#computed += 1;
    this.#kept += fixes.count;
    this.#units.set(key, fixes);
    for (const [oldest, held] of this.#units) {
      if (this.#kept <= this.room || oldest === key) break;
      this.#units.delete(oldest);
      this.#kept -= held.count;
    }
    return fixes;
  }
}

/** The index of the last fix at or before an instant; -1 when there is none. */
function lastIndexUntil(fixes: Fixes, instant: number): number {
  let low = -1;
  let high = fixes.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((fixes.act[middle] ?? Infinity) <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a vehicle has a device that has never been heard of. */
export function isNeverHeard(vehicle: number): boolean {
  return vehicle % 59 === 41;
}
