import type { AppError, Result } from '@contract/errors';
import type { DaySummary } from '@contract/trajectories';
import type { VehicleCard } from '@contract/vehicles';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useBridge, type Bridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';

/** Something that is asked for: under way, there, or refused. */
export type Asked<T> =
  { phase: 'loading' } | { phase: 'ready'; data: T } | { phase: 'failed'; error: AppError };

/** Who walks down the list with the arrow keys asks for nothing on the way, milliseconds. */
const restFor = 300;
/** Figures of the day and drivers are asked for again after this, milliseconds. */
const keepFor = 60_000;

type Kept = { card: VehicleCard | null; today: { summary: DaySummary | null } | null; at: number };

/** What was asked for lately, by bridge and vehicle: going back to a vehicle costs no request. */
const kept = new WeakMap<Bridge, Map<string, Kept>>();

/** Device, drivers and the day's figures of a vehicle; each arrives or fails by itself. */
export function useCardData(vehicleId: Ref<string>) {
  const bridge = useBridge();
  const { zone } = useFormat();
  const card = shallowRef<Asked<VehicleCard>>({ phase: 'loading' });
  const today = shallowRef<Asked<DaySummary | null>>({ phase: 'loading' });
  const memory = kept.get(bridge) ?? new Map<string, Kept>();
  kept.set(bridge, memory);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(id: string, change: Partial<Kept>) {
    const before = memory.get(id) ?? { card: null, today: null, at: Date.now() };
    memory.set(id, { ...before, ...change });
  }

  async function ask<T>(
    id: string,
    target: Ref<Asked<T>>,
    call: () => Promise<Result<T>>,
    take: (data: T) => Partial<Kept>,
  ) {
    const answer = await call();
    if (answer.ok) keep(id, take(answer.data));
    if (vehicleId.value !== id) return;
    target.value = answer.ok
      ? { phase: 'ready', data: answer.data }
      : { phase: 'failed', error: answer.error };
  }

  async function askToday(id: string): Promise<Result<DaySummary | null>> {
    const day = dayAt(Date.now(), zone.value);
    const answer = await bridge.trajectories.days({ vehicleId: id, from: day, to: day });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.data.find((summary) => summary.day === day) ?? null };
  }

  function load(id: string) {
    void ask(
      id,
      card,
      () => bridge.vehicles.card(id),
      (data) => ({ card: data }),
    );
    void ask(
      id,
      today,
      () => askToday(id),
      (data) => ({ today: { summary: data } }),
    );
  }

  function start(id: string) {
    clearTimeout(timer);
    const known = memory.get(id);
    if (known && Date.now() - known.at > keepFor) memory.delete(id);
    card.value = known?.card ? { phase: 'ready', data: known.card } : { phase: 'loading' };
    today.value = known?.today
      ? { phase: 'ready', data: known.today.summary }
      : { phase: 'loading' };
    if (memory.get(id)?.card && memory.get(id)?.today) return;
    timer = setTimeout(() => {
      load(id);
    }, restFor);
  }

  watch(vehicleId, start, { immediate: true });
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return {
    card,
    today,
    /** Asks again after a failure. */
    retry() {
      memory.delete(vehicleId.value);
      card.value = { phase: 'loading' };
      today.value = { phase: 'loading' };
      load(vehicleId.value);
    },
  };
}
