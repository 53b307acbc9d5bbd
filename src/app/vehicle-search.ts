import { lettersOf } from '@contract/folding';
import type { FoundBy } from '@contract/records';
import { useBridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { orderByName } from './name-order';
import { searchQuery } from './records/search-query';
import { useFleetStore } from './stores/fleet-store';
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
 * The vehicles that fit what is typed, by their own record or by the people, devices and chips on
 * them; the store finds them. While it is being opened, and where it can't search, they are found
 * by their names alone. An answer is valid until the next one: null until the first, and while
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
  const fleet = useFleetStore();
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

  function findByName(wanted: string): VehiclesFound {
    const letters = lettersOf(wanted);
    const fits = [...fleet.vehicles.values()].filter((vehicle) =>
      lettersOf(nameOfVehicle(vehicle, vehicle.id)).includes(letters),
    );
    return { words: wanted, ids: orderByName(fits).map(({ id }) => id), by: {} };
  }

  async function search(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const wanted = sought();
    if (wanted === null) {
      found.value = null;
      return;
    }
    // What is shown already can be searched before main can answer.
    if (store.state.phase === 'opening') found.value = findByName(wanted);
    isOutdated = isAsked;
    if (isAsked) return;
    isAsked = true;
    const answer = await bridge.records.find(searchQuery('vehicles', wanted));
    isAsked = false;
    if (isOver || sought() === null) return;
    found.value = answer.ok
      ? { words: wanted, ids: answer.data.keys, by: answer.data.by ?? {} }
      : findByName(wanted);
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
