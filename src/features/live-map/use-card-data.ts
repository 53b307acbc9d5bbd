import type { Result } from '@contract/errors';
import type { DaySummary } from '@contract/trajectories';
import type { CardPart } from '@contract/vehicles';
import { longestNap, timeNow } from '@/app/clock';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useSessionStore } from '@/app/stores/session-store';
import { onTick } from '@/app/ticks';
import { useBridge, type Bridge } from '@/bridge';
import type { CallTerms } from '@/bridge/cancellable';
import { onScopeDispose, watch, type Ref } from 'vue';
import { useCardPart } from './use-card-part';

/** Who walks down the list with the arrow keys asks for nothing on the way, milliseconds. */
const restFor = 300;
/** Who comes back to a vehicle sooner than this sees the figures of then, milliseconds. */
const keepFor = 60_000;
/** The day goes on while the card is on show: its figures are asked for this often, milliseconds. */
const refreshEvery = 300_000;

type Today = CardPart<DaySummary | null>;

/** Figures of the day that were asked for lately, by bridge and vehicle: no other place keeps them. */
const kept = new WeakMap<Bridge, Map<string, Today>>();

/**
 * Device, drivers and the day's figures of a vehicle. What is known shows at once; each part
 * arrives, fails and is tried again by itself.
 */
export function useCardData(vehicleId: Ref<string>) {
  const bridge = useBridge();
  const { zone } = useFormat();
  const session = useSessionStore();
  const days = kept.get(bridge) ?? new Map<string, Today>();
  kept.set(bridge, days);
  const parts = {
    device: useCardPart((id, terms) => bridge.vehicles.device(id, terms), null),
    drivers: useCardPart((id, terms) => bridge.vehicles.drivers(id, terms), []),
    today: useCardPart(readToday, null),
  };
  /** What is under way for the vehicle on show; nobody wants it for the one before. */
  let wanted = new AbortController();
  let rest: ReturnType<typeof setTimeout> | undefined;
  let endRefresh = (): void => undefined;

  async function readToday(id: string, terms: CallTerms): Promise<Result<Today>> {
    const day = dayAt(timeNow(), zone.value);
    const answer = await bridge.trajectories.days({ vehicleId: id, from: day, to: day }, terms);
    if (!answer.ok) return answer;
    const value = answer.data.days.find((summary) => summary.day === day) ?? null;
    const told = { value, readAt: timeNow(), error: null };
    days.set(id, told);
    return { ok: true, data: told };
  }

  async function showKnown(id: string, signal: AbortSignal) {
    const answer = await bridge.vehicles.card(id, { signal });
    if (!answer.ok || signal.aborted) return;
    parts.device.fill(answer.data.device);
    parts.drivers.fill(answer.data.drivers);
  }

  function leave() {
    clearTimeout(rest);
    endRefresh();
    wanted.abort();
    wanted = new AbortController();
  }

  function start(id: string) {
    leave();
    const { signal } = wanted;
    const figures = days.get(id) ?? null;
    const isFresh = timeNow() - (figures?.readAt ?? -Infinity) <= keepFor;
    parts.device.begin(null);
    parts.drivers.begin(null);
    parts.today.begin(isFresh ? figures : null);
    void showKnown(id, signal);
    rest = setTimeout(() => {
      void parts.device.ask(id, signal);
      void parts.drivers.ask(id, signal);
      if (!isFresh) void parts.today.ask(id, signal);
    }, restFor);
    let askedAt = timeNow();
    endRefresh = onTick(() => {
      const isDue = timeNow() - askedAt >= refreshEvery - longestNap;
      if (!isDue || session.isFrozen) return;
      askedAt = timeNow();
      void parts.today.ask(id, signal);
    }, refreshEvery);
  }

  /** Asks again for a part that failed. */
  function retry(part: keyof typeof parts) {
    parts[part].retry(vehicleId.value, wanted.signal);
  }

  watch(vehicleId, start, { immediate: true });
  // What failed for want of a link or a session can be had once they are back.
  watch(
    () => session.isFrozen,
    (isFrozen) => {
      if (isFrozen) return;
      for (const part of Object.values(parts)) part.retry(vehicleId.value, wanted.signal);
    },
  );
  onScopeDispose(leave);

  return {
    device: parts.device.shown,
    drivers: parts.drivers.shown,
    today: parts.today.shown,
    retry,
  };
}
