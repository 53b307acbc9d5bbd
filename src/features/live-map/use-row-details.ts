import type { RecordRow, RecordsPatch } from '@contract/records';
import { useWhere } from '@/app/where/use-where';
import { useWhereWords } from '@/app/where/where-words';
import { useRecordsStore } from '@/app/stores/records-store';
import { nextPicture } from '@/app/ticks';
import { useBridge } from '@/bridge';
import { useCells } from '@/features/records/use-cells';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { onScopeDispose, shallowRef, watch } from 'vue';
import { useLiveStore } from './live-store';

/** Who scrolls asks for nothing on the way, milliseconds. */
const restFor = 80;
/** After a read that failed, milliseconds. */
const readAgainAfter = 5_000;

/** Who is on a vehicle and where it is, in words; empty where that is not known. */
export type RowDetails = { driver: string; place: string };

/**
 * Drivers and places of the vehicles that are on show: who is on them is read from the store, where
 * they are is put into words by the maps of this computer. What was read stays.
 */
export function useRowDetails(shown: () => readonly string[]): (vehicleId: string) => RowDetails {
  const bridge = useBridge();
  const records = useRecordsStore();
  const live = useLiveStore();
  const words = useWhereWords();
  const whereOf = useWhere(() =>
    shown().map((id) => ({ id, place: placeOfFix(live.vehicles.get(id)?.fix ?? null) })),
  );
  const cellOf = useCells('vehicles');
  const rows = shallowRef<ReadonlyMap<string, RecordRow>>(new Map());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const outdated = new Set<string>();

  async function read(): Promise<void> {
    timer = undefined;
    clearTimeout(retry);
    const keys = shown().filter((id) => !rows.value.has(id) || outdated.has(id));
    if (keys.length === 0) return;
    for (const key of keys) outdated.delete(key);
    const answer = await bridge.records.rows({ collection: 'vehicles', keys });
    await nextPicture();
    if (isOver) return;
    if (!answer.ok) {
      // They are as old as before: what is still on show is read again soon, the rest when it is.
      for (const key of keys) if (rows.value.has(key)) outdated.add(key);
      clearTimeout(retry);
      retry = setTimeout(() => void read(), readAgainAfter);
      return;
    }
    const next = new Map(rows.value);
    for (const row of answer.data) next.set(row.key, row);
    rows.value = next;
  }

  function readSoon(): void {
    timer ??= setTimeout(() => void read(), restFor);
  }

  watch(shown, readSoon, { immediate: true });
  const stop = records.onPatch((patch) => {
    for (const id of namedIn(patch) ?? rows.value.keys()) outdated.add(id);
    if (outdated.size > 0) readSoon();
  });
  onScopeDispose(() => {
    isOver = true;
    stop();
    clearTimeout(timer);
    clearTimeout(retry);
  });

  return (vehicleId) => {
    const row = rows.value.get(vehicleId);
    const text = (field: string) => {
      const cell = row && cellOf(row, field);
      return cell?.none === null ? cell.text : '';
    };
    const where = whereOf(vehicleId);
    // The store knows the nearest town at once, the maps the street a moment later.
    return { driver: text('drivers'), place: where ? words.brief(where) : text('place') };
  };
}

/** The vehicles whose rows may tell something else now; null for all of them. */
function namedIn(patch: RecordsPatch | null): readonly string[] | null {
  // The name of a person is in the rows of any number of vehicles.
  if (patch === null || patch.changed['users'] !== undefined) return null;
  const named = [patch.changed['vehicles'], patch.derived?.['vehicles']];
  return named.includes(null) ? null : named.flatMap((keys) => keys ?? []);
}
