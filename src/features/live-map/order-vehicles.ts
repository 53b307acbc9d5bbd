import type { LiveVehicle } from '@contract/fixes';
import { lastContactOf } from '@contract/rules/live-state';
import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import type { Vehicle } from '@contract/vehicles';
import { byName } from '@/app/name-order';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import {
  classOf,
  sinceInClass,
  speedNow,
  vehicleClasses,
  type VehicleClass,
} from './vehicle-class';

/** What the list can be sorted by. */
export const sorts = ['name', 'status', 'since', 'age', 'speed', 'distance'] as const;

export type Sort = (typeof sorts)[number];

/** What the list shows: which vehicles, in which order. */
export type ListChoice = {
  /** What was found for what is sought; null where nothing is. */
  found: ReadonlySet<string> | null;
  status: VehicleClass | null;
  /** Whether a vehicle's tags, group or pin let it through; null where nothing is asked of them. */
  isLabeled?: ((vehicleId: string) => boolean) | null;
  /** Pinned vehicles come first. */
  isPinned?: (vehicleId: string) => boolean;
  sort: Sort;
  /** From where distances are measured; without it the order by distance is that by name. */
  from: Place | null;
};

/** Where the order has what it tells from. */
export type OrderSources = {
  /** All vehicles by name. */
  byName: () => readonly Vehicle[];
  vehicle: (vehicleId: string) => Vehicle | undefined;
  live: (vehicleId: string) => LiveVehicle | undefined;
};

/** The vehicles of the list in order, kept as they change. */
export type VehicleOrder = {
  /** Their identifiers; another list where it is another order. */
  readonly ids: readonly string[];
  /** Puts all of them in order: something else is to be shown. */
  choose(choice: ListChoice): void;
  /**
   * Vehicles came, left or look otherwise: costs what has changed, and a copy of the list. Answers
   * whether others than before are let through.
   */
  change(vehicleIds: Iterable<string>): boolean;
};

type Row = {
  readonly vehicle: Vehicle;
  /** The smaller, the higher up. */
  readonly key: number;
  readonly isPinned: boolean;
};

/** Puts vehicles in the order of the list. */
export function createVehicleOrder(of: OrderSources): VehicleOrder {
  let choice: ListChoice = { found: null, status: null, sort: 'name', from: null };
  let ids: readonly string[] = [];
  let rows: readonly Row[] = [];
  const rowOf = new Map<string, Row>();

  /** All vehicles by name: nothing has to be kept of them. */
  function isPlain(): boolean {
    const { found, status, isLabeled, isPinned } = choice;
    const isWhole = found === null && status === null && !isLabeled && !isPinned;
    return isWhole && isByName(choice);
  }

  function rowFor(vehicle: Vehicle): Row | null {
    const { found, status, isLabeled = null, isPinned, sort, from } = choice;
    const { id } = vehicle;
    if (found !== null && !found.has(id)) return null;
    if (isLabeled !== null && !isLabeled(id)) return null;
    const live = of.live(id);
    if (status !== null && classOf(live) !== status) return null;
    const key = isByName(choice) ? 0 : sortKey(live, sort, from);
    // The nearest is the nearest, pinned or not.
    const comesFirst = sort !== 'distance' || from === null;
    return { vehicle, key, isPinned: comesFirst && isPinned?.(id) === true };
  }

  function show(next: readonly string[]): void {
    const isSame = next.length === ids.length && next.every((id, at) => id === ids[at]);
    if (!isSame) ids = next;
  }

  function showPlain(): void {
    show(of.byName().map(({ id }) => id));
  }

  return {
    get ids() {
      return ids;
    },
    choose(wanted) {
      choice = wanted;
      rows = [];
      rowOf.clear();
      if (isPlain()) {
        showPlain();
        return;
      }
      // They come by name, and equal ones stay so.
      rows = of
        .byName()
        .flatMap((vehicle) => rowFor(vehicle) ?? [])
        .sort(byKey);
      for (const row of rows) rowOf.set(row.vehicle.id, row);
      show(rows.map(({ vehicle }) => vehicle.id));
    },
    change(vehicleIds) {
      if (isPlain()) {
        showPlain();
        return false;
      }
      const gone = new Set<Row>();
      const come: Row[] = [];
      let areOthers = false;
      for (const id of vehicleIds) {
        const before = rowOf.get(id) ?? null;
        const vehicle = of.vehicle(id);
        const after = vehicle === undefined ? null : rowFor(vehicle);
        if (areAlike(before, after)) continue;
        if (before !== null) gone.add(before);
        if (after === null) rowOf.delete(id);
        else {
          rowOf.set(id, after);
          come.push(after);
        }
        areOthers ||= before === null || after === null;
      }
      if (gone.size + come.length === 0) return false;
      rows = merged(rows, gone, come.sort(inOrder));
      show(rows.map(({ vehicle }) => vehicle.id));
      return areOthers;
    },
  };
}

/** How far a vehicle is from a place, meters; null where nobody knows where it is. */
export function metersFrom(from: Place, vehicle: LiveVehicle | undefined): number | null {
  const place = placeOfFix(vehicle?.fix ?? null);
  return place && metersBetween(from, place);
}

function isByName({ sort, from }: ListChoice): boolean {
  return sort === 'name' || (sort === 'distance' && from === null);
}

function byKey(one: Row, other: Row): number {
  return Number(other.isPinned) - Number(one.isPinned) || one.key - other.key;
}

function inOrder(one: Row, other: Row): number {
  return byKey(one, other) || byName(one.vehicle, other.vehicle);
}

function areAlike(one: Row | null, other: Row | null): boolean {
  if (one === null || other === null) return one === other;
  return one.vehicle === other.vehicle && one.key === other.key && one.isPinned === other.isPinned;
}

/** Rows in order, without some and with others, which are in order too. */
function merged(rows: readonly Row[], gone: ReadonlySet<Row>, come: readonly Row[]): Row[] {
  const all: Row[] = [];
  let next = 0;
  for (const row of rows) {
    if (gone.has(row)) continue;
    for (let other = come[next]; other && inOrder(other, row) < 0; other = come[next]) {
      all.push(other);
      next += 1;
    }
    all.push(row);
  }
  for (; next < come.length; next += 1) {
    const row = come[next];
    if (row) all.push(row);
  }
  return all;
}

/** The smaller, the higher up; what is not known comes last. */
function sortKey(vehicle: LiveVehicle | undefined, sort: Sort, from: Place | null): number {
  const last = Number.MAX_SAFE_INTEGER;
  switch (sort) {
    case 'name':
      return 0;
    case 'status':
      return vehicleClasses.indexOf(classOf(vehicle));
    case 'since':
      return sinceInClass(vehicle)?.at ?? last;
    case 'age':
      return -((vehicle && lastContactOf(vehicle)) ?? -last);
    case 'speed':
      return -(speedNow(vehicle) ?? -last);
    case 'distance':
      return (from && metersFrom(from, vehicle)) ?? last;
  }
}
