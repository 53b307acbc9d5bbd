import type { CollectionName } from '@contract/collections';
import type { FoundBy, RecordQuery } from '@contract/records';
import type { Vehicle } from '@contract/vehicles';
import { compareKeys, sortKeyOf } from '@contract/folding';
import { useBridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { useRecordsStore } from './stores/records-store';
import { useStoreStore } from './stores/store-store';
import { nameOfVehicle, readTypeWords } from './vehicle-name';

/** What a search for vehicles found. */
export type VehiclesFound = {
  /** What was sought. */
  words: string;
  /** The best first. */
  ids: readonly string[];
  /** Of vehicles that were found by a person, device or chip: by which. */
  by: Readonly<Record<string, FoundBy>>;
};

/** What a vehicle is found by, besides its own record. */
export const searchedForVehicles = ['vehicles', 'users', 'devices', 'chips'];
/** A sync changes records by the page: the search runs again at most this often, milliseconds. */
const searchAgainAfter = 400;

/**
 * How a person finds records beside what they type: vehicles by the people, devices and chips on
 * them too, and by their types as the reader calls them.
 */
export function searchTerms(
  collection: CollectionName,
): Pick<RecordQuery, 'related' | 'typeWords'> {
  return collection === 'vehicles' ? { related: true, typeWords: readTypeWords() } : {};
}

/** Sort keys are slow and records are replaced when they change, so each is made once. */
const orders = new WeakMap<Vehicle, string>();

function orderOf(vehicle: Vehicle): string {
  const known = orders.get(vehicle);
  if (known !== undefined) return known;
  const made = sortKeyOf(nameOfVehicle(vehicle, vehicle.id));
  orders.set(vehicle, made);
  return made;
}

const byName = (one: Vehicle, other: Vehicle): number => compareKeys(orderOf(one), orderOf(other));

/** All vehicles by what they are called: Truck 1, Truck 2, Truck 10. */
export function orderByName(vehicles: Iterable<Vehicle>): Vehicle[] {
  return [...vehicles].sort(byName);
}

/**
 * Keeps vehicles in that order as they change: those that came or changed are sorted and merged into
 * the others, so that a fleet that comes in parts isn't sorted again with each of them.
 */
export function keepOrderByName(): (vehicles: ReadonlyMap<string, Vehicle>) => Vehicle[] {
  let last: Vehicle[] = [];
  return (vehicles) => {
    const stayed = last.filter((vehicle) => vehicles.get(vehicle.id) === vehicle);
    const known = new Set(stayed);
    const come = [...vehicles.values()].filter((vehicle) => !known.has(vehicle)).sort(byName);
    last = merged(stayed, come);
    return last;
  };
}

/** Two sorted lists as one. */
function merged(one: readonly Vehicle[], other: readonly Vehicle[]): Vehicle[] {
  const all: Vehicle[] = [];
  let at = 0;
  for (const vehicle of other) {
    for (let next = one[at]; next !== undefined && byName(next, vehicle) <= 0; next = one[at]) {
      all.push(next);
      at += 1;
    }
    all.push(vehicle);
  }
  return all.concat(one.slice(at));
}

/**
 * The vehicles that fit what is typed, by their own record or by the people, devices and chips on
 * them; the store finds them. An answer is valid until the next one: null until the first, and while
 * nothing is sought. With `withAll` all vehicles are found where nothing is typed. `null` words
 * seek nothing.
 */
export function useVehicleSearch(
  words: () => string | null,
  { withAll = false }: { withAll?: boolean } = {},
): Readonly<ShallowRef<VehiclesFound | null>> {
  const bridge = useBridge();
  const records = useRecordsStore();
  const store = useStoreStore();
  const found = shallowRef<VehiclesFound | null>(null);
  let isAsked = false;
  /** Asked for again meanwhile; of several only the last one counts. */
  let isOutdated = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** What is sought now; null for nothing. */
  function sought(): string | null {
    const typed = words();
    return typed === null || (typed.trim() === '' && !withAll) ? null : typed;
  }

  async function search(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const wanted = sought();
    if (wanted === null) {
      found.value = null;
      return;
    }
    isOutdated = isAsked;
    if (isAsked) return;
    isAsked = true;
    const answer = await bridge.records.find({
      ...{ collection: 'vehicles', search: wanted, filters: [], withGone: false },
      ...{ sort: [{ field: 'plate', direction: 'up' }], bestFirst: true },
      ...searchTerms('vehicles'),
    });
    isAsked = false;
    if (isOver || sought() === null) return;
    if (answer.ok) found.value = { words: wanted, ids: answer.data.keys, by: answer.data.by ?? {} };
    if (isOutdated) await search();
  }

  function searchLater(): void {
    timer ??= setTimeout(() => void search(), searchAgainAfter);
  }

  watch([sought, readTypeWords], () => void search(), { immediate: true });
  watch(
    () => store.isOpen,
    (isOpen) => {
      if (isOpen) void search();
    },
  );
  const stop = records.onPatch((patch) => {
    const isMeant =
      patch === null || searchedForVehicles.some((name) => patch.changed[name] !== undefined);
    if (isMeant && sought() !== null) searchLater();
  });
  onScopeDispose(() => {
    isOver = true;
    stop();
    clearTimeout(timer);
  });
  return found;
}
