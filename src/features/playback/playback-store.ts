import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';
import type { AppError } from '@contract/errors';
import type { DaySummary, Track } from '@contract/trajectories';
import { useBridge } from '@/bridge';
import { spanOfMonth, type Month } from './days';

/** What there is to play. */
export type DayState =
  /** No vehicle, or no day, was chosen yet. */
  | { phase: 'unchosen' }
  | { phase: 'loading' }
  | { phase: 'track'; track: Track }
  | { phase: 'no-data' }
  | { phase: 'failed'; error: AppError };

/** The days of one month that hold data. */
export type MonthState =
  | { phase: 'loading' }
  | { phase: 'ready'; days: readonly DaySummary[] }
  | { phase: 'failed'; error: AppError };

/** Who leafs through days or vehicles asks for nothing on the way, milliseconds. */
const restFor = 300;

/** Waits for a rest in the leafing; answers whether what follows is still wanted then. */
const rest = (signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(!signal.aborted);
    }, restFor);
  });

/** One vehicle's day in the player, and the months looked through to find it. */
export const usePlaybackStore = defineStore('playback', () => {
  const vehicleId = shallowRef<string | null>(null);
  const day = shallowRef<string | null>(null);
  // A track is large and never changes: it stays out of deep reactivity.
  const state = shallowRef<DayState>({ phase: 'unchosen' });
  const months = shallowReactive(new Map<Month, MonthState>());
  /** The day that is being read, and the months of the vehicle: only the last chosen are wanted. */
  let dayWanted = new AbortController();
  let monthsWanted = new AbortController();
  let chosenAt = -Infinity;
  /** The choice before this one was a moment ago: the next may follow as soon. */
  let isLeafing = false;

  /** Chooses a vehicle and a day; a choice that is repeated costs no request. */
  async function open(vehicle: string | null, chosenDay: string | null): Promise<void> {
    if (vehicle === vehicleId.value && chosenDay === day.value) return;
    isLeafing = performance.now() - chosenAt < restFor;
    chosenAt = performance.now();
    if (vehicle !== vehicleId.value) {
      months.clear();
      monthsWanted.abort();
      monthsWanted = new AbortController();
    }
    vehicleId.value = vehicle;
    day.value = chosenDay;
    await load();
  }

  /** Asks for the chosen day, again where it was asked for before. */
  async function load(): Promise<void> {
    dayWanted.abort();
    dayWanted = new AbortController();
    const { signal } = dayWanted;
    const vehicle = vehicleId.value;
    const chosenDay = day.value;
    if (vehicle === null || chosenDay === null) {
      state.value = { phase: 'unchosen' };
      return;
    }
    state.value = { phase: 'loading' };
    if (isLeafing && !(await rest(signal))) return;
    const asked = { vehicleId: vehicle, day: chosenDay };
    const answer = await useBridge().trajectories.day(asked, { signal });
    // Another day was chosen meanwhile: this answer is nobody's any more.
    if (signal.aborted) return;
    if (!answer.ok) state.value = { phase: 'failed', error: answer.error };
    else if (answer.data.kind === 'no-data') state.value = { phase: 'no-data' };
    else state.value = { phase: 'track', track: answer.data.track };
  }

  /** Looks which days of a month hold data, once; `again` asks anew. */
  async function showMonth(month: Month, today: string, again = false): Promise<void> {
    const vehicle = vehicleId.value;
    const span = spanOfMonth(month, today);
    const known = months.get(month);
    if (vehicle === null || span === null) return;
    if (known !== undefined && known.phase !== 'failed' && !again) return;
    months.set(month, { phase: 'loading' });
    const { signal } = monthsWanted;
    if (isLeafing && !(await rest(signal))) return;
    const answer = await useBridge().trajectories.days({ vehicleId: vehicle, ...span }, { signal });
    if (signal.aborted) return;
    months.set(
      month,
      answer.ok ? { phase: 'ready', days: answer.data } : { phase: 'failed', error: answer.error },
    );
  }

  const track = computed(() => (state.value.phase === 'track' ? state.value.track : null));

  /** Every day with data among the months looked through. */
  const days = computed(() => {
    const all: DaySummary[] = [];
    for (const month of months.values()) if (month.phase === 'ready') all.push(...month.days);
    return all.sort((one, other) => one.day.localeCompare(other.day));
  });

  return { vehicleId, day, state, track, months, days, open, load, showMonth };
});
