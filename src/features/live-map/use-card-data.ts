import type { AppError, Result } from '@contract/errors';
import type { DaySummary } from '@contract/trajectories';
import type { VehicleCard } from '@contract/vehicles';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge, type Bridge } from '@/bridge';
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import { lacksSomething } from './card-parts';

/** Something that is asked for: under way, there, or refused. */
export type Asked<T> =
  | { phase: 'loading' }
  /** `at`: when it was told, epoch milliseconds. */
  | { phase: 'ready'; data: T; at: number }
  | { phase: 'failed'; error: AppError };

/** Who walks down the list with the arrow keys asks for nothing on the way, milliseconds. */
const restFor = 300;
/** Who comes back to a vehicle sooner than this sees what was told then, milliseconds. */
const keepFor = 60_000;
/** The day goes on while the card stays open: its figures are asked for this often, milliseconds. */
const refreshEvery = 300_000;

type Ready<T> = Extract<Asked<T>, { phase: 'ready' }>;
type Kept = { card?: Ready<VehicleCard>; today?: Ready<DaySummary | null> };

/** What was asked for lately, by bridge and vehicle: going back to a vehicle costs no request. */
const kept = new WeakMap<Bridge, Map<string, Kept>>();

/** Device, drivers and the day's figures of a vehicle; each arrives or fails by itself. */
export function useCardData(vehicleId: Ref<string>) {
  const bridge = useBridge();
  const { zone } = useFormat();
  const session = useSessionStore();
  const card = shallowRef<Asked<VehicleCard>>({ phase: 'loading' });
  const today = shallowRef<Asked<DaySummary | null>>({ phase: 'loading' });
  /** A card of which parts are missing is asked for again, and stays on show meanwhile. */
  const isRetrying = shallowRef(false);
  const memory = kept.get(bridge) ?? new Map<string, Kept>();
  kept.set(bridge, memory);
  /** What is under way for the vehicle on show; nobody wants it for the one before. */
  let wanted = new AbortController();
  let rest: ReturnType<typeof setTimeout> | undefined;
  let refresh: ReturnType<typeof setInterval> | undefined;

  function isFresh(told: { at: number } | undefined): boolean {
    return told !== undefined && Date.now() - told.at <= keepFor;
  }

  /** Asks, and shows the answer while its vehicle is the one on show. */
  async function ask<K extends keyof Kept, T>(
    id: string,
    key: K,
    target: Ref<Asked<T>>,
    call: (signal: AbortSignal) => Promise<Result<T>>,
  ) {
    const { signal } = wanted;
    const answer = await call(signal);
    const told: Asked<T> = answer.ok
      ? { phase: 'ready', data: answer.data, at: Date.now() }
      : { phase: 'failed', error: answer.error };
    if (told.phase === 'ready') memory.set(id, { ...memory.get(id), [key]: told });
    if (vehicleId.value !== id || signal.aborted) return;
    // Figures that are a little old are worth more than none.
    if (told.phase === 'ready' || target.value.phase !== 'ready') target.value = told;
  }

  async function readToday(id: string, signal: AbortSignal): Promise<Result<DaySummary | null>> {
    const day = dayAt(Date.now(), zone.value);
    const span = { vehicleId: id, from: day, to: day };
    const answer = await bridge.trajectories.days(span, { signal });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.data.find((summary) => summary.day === day) ?? null };
  }

  async function askCard(id: string) {
    const { signal } = wanted;
    await ask(id, 'card', card, () => bridge.vehicles.card(id, { signal }));
    if (!signal.aborted) isRetrying.value = false;
  }

  function askToday(id: string) {
    void ask(id, 'today', today, (signal) => readToday(id, signal));
  }

  function leave() {
    clearTimeout(rest);
    clearInterval(refresh);
    wanted.abort();
    wanted = new AbortController();
    isRetrying.value = false;
  }

  function start(id: string) {
    leave();
    const known = memory.get(id);
    const isWhole = known?.card !== undefined && !lacksSomething(known.card.data);
    const knowsCard = isWhole && isFresh(known.card);
    const knowsToday = isFresh(known?.today);
    card.value = (knowsCard && known?.card) || { phase: 'loading' };
    today.value = (knowsToday && known?.today) || { phase: 'loading' };
    rest = setTimeout(() => {
      if (!knowsCard) void askCard(id);
      if (!knowsToday) askToday(id);
    }, restFor);
    refresh = setInterval(() => {
      if (!session.isFrozen) askToday(id);
    }, refreshEvery);
  }

  /** Asks again for what failed. */
  function retry() {
    const id = vehicleId.value;
    if (card.value.phase === 'failed') {
      card.value = { phase: 'loading' };
      void askCard(id);
    } else if (card.value.phase === 'ready' && lacksSomething(card.value.data)) {
      isRetrying.value = true;
      void askCard(id);
    }
    if (today.value.phase === 'failed') {
      today.value = { phase: 'loading' };
      askToday(id);
    }
  }

  watch(vehicleId, start, { immediate: true });
  // What failed for want of a link or a session can be had once they are back.
  watch(
    () => session.isFrozen,
    (isFrozen) => {
      if (!isFrozen) retry();
    },
  );
  onScopeDispose(leave);

  return { card, today, isRetrying, retry };
}
