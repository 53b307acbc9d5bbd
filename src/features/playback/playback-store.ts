import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef, watch } from 'vue';
import type { AppError, Result } from '@contract/errors';
import type { DayAnswer, DaySummary, Track } from '@contract/trajectories';
import { timeNow } from '@/app/clock';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useSessionStore } from '@/app/stores/session-store';
import { useBridge } from '@/bridge';
import { isOver, spanOfMonth, type Month } from './days';

/** When the service was asked, and whether it can't be asked now. */
type AnswerAge = { readAt: number; isKept: boolean };

/** What there is to play. */
export type DayState =
  /** No vehicle, or no day, was chosen yet. */
  | { phase: 'unchosen' }
  | { phase: 'loading' }
  | ({ phase: 'track'; track: Track } & AnswerAge)
  | ({ phase: 'no-data' } & AnswerAge)
  | { phase: 'failed'; error: AppError };

/** The days of one month that hold data. */
export type MonthState =
  /** `days` are those that were known before. */
  | { phase: 'loading'; days: readonly DaySummary[] }
  | ({ phase: 'ready'; days: readonly DaySummary[]; to: string } & AnswerAge)
  | { phase: 'failed'; error: AppError };

/** What can still change is read again after this long, milliseconds. */
const freshFor = 5 * 60_000;

/** Who leafs through days or vehicles asks for nothing on the way, milliseconds. */
const restFor = 300;

/** Pauses before a read that failed for a moment is tried again, milliseconds. */
const retryAfter = [1500, 6000] as const;
/** Faults that say nothing of the day, and often pass: a refused token, a spoiled answer. */
const passing: ReadonlySet<AppError['code']> = new Set([
  'timeout',
  'unauthenticated',
  'service-error',
  'bad-response',
]);

/** Reads again after pauses where the fault may pass; gives up once nobody wants the answer. */
async function readPatiently<T>(
  read: () => Promise<Result<T>>,
  signal: AbortSignal,
): Promise<Result<T>> {
  let answer = await read();
  for (const pause of retryAfter) {
    if (answer.ok || signal.aborted || !passing.has(answer.error.code)) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!signal.aborted) answer = await read();
  }
  return answer;
}

/** Waits for a rest in the leafing; answers whether what follows is still wanted then. */
const rest = (signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(!signal.aborted);
    }, restFor);
  });

/** One vehicle's day in the player, and the months looked through to find it. */
export const usePlaybackStore = defineStore('playback', () => {
  const format = useFormat();
  const vehicleId = shallowRef<string | null>(null);
  const day = shallowRef<string | null>(null);
  // A track is large and never changes: it stays out of deep reactivity.
  const state = shallowRef<DayState>({ phase: 'unchosen' });
  const months = shallowReactive(new Map<Month, MonthState>());
  /** The day that is being read, and the months of the vehicle: only the last chosen are wanted. */
  let dayWanted = new AbortController();
  let monthsWanted = new AbortController();
  /** Set while the day on show is read once more: one request at a time, however slow it is. */
  let beingReadAgain: AbortSignal | null = null;
  let chosenAt = -Infinity;
  /** The choice before this one was a moment ago: the next may follow as soon. */
  let isLeafing = false;

  /** Whether an answer is to be read again: it could still change, and that was some time ago. */
  function isOld({ readAt, isKept }: AnswerAge, to: string): boolean {
    const age = timeNow() - readAt;
    const isFinal = !isKept && isOver(to, dayAt(readAt, format.zone.value));
    return age < 0 || (age >= freshFor && !isFinal);
  }

  /** Whether a month lacks days that have come since, or holds some that were still to change. */
  function isMonthOld(month: Month, known: MonthState, today: string): boolean {
    if (known.phase !== 'ready') return known.phase === 'failed';
    const { to } = spanOfMonth(month, today) ?? known;
    return known.to < to || isOld(known, known.to);
  }

  /** Chooses a vehicle and a day; a choice that is repeated costs no request, unless it failed. */
  async function open(vehicle: string | null, chosenDay: string | null): Promise<void> {
    const isRepeated = vehicle === vehicleId.value && chosenDay === day.value;
    if (isRepeated && state.value.phase !== 'failed') return;
    // The first day of a vehicle belongs to its choice.
    const isSameChoice = vehicle === vehicleId.value && day.value === null;
    isLeafing = !isSameChoice && performance.now() - chosenAt < restFor;
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
    const answer = await readPatiently(
      () => useBridge().trajectories.day(asked, { signal }),
      signal,
    );
    // Another day was chosen meanwhile: this answer is nobody's any more.
    if (signal.aborted) return;
    if (answer.ok) show(answer.data);
    else state.value = { phase: 'failed', error: answer.error };
  }

  function show(answer: DayAnswer): void {
    const { readAt, isKept } = answer;
    const age = { readAt, isKept };
    state.value =
      answer.kind === 'no-data'
        ? { phase: 'no-data', ...age }
        : { phase: 'track', track: answer.track, ...age };
  }

  /**
   * Reads what can still change once more where it is old: the day on show and the months. What is
   * on show stays until the answer is there, and where none comes.
   */
  async function refresh(today: string): Promise<void> {
    const shown = state.value;
    const reads: Promise<void>[] = [];
    for (const [month, known] of months) {
      if (known.phase === 'ready' && isMonthOld(month, known, today)) {
        reads.push(showMonth(month, today));
      }
    }
    const isRead = shown.phase === 'track' || shown.phase === 'no-data';
    if (isRead && day.value !== null && isOld(shown, day.value)) reads.push(readAgain());
    await Promise.all(reads);
  }

  /** Reads the day on show once more; it stays where no answer comes. */
  async function readAgain(): Promise<void> {
    const { signal } = dayWanted;
    if (vehicleId.value === null || day.value === null || beingReadAgain === signal) return;
    beingReadAgain = signal;
    const asked = { vehicleId: vehicleId.value, day: day.value };
    const answer = await useBridge().trajectories.day(asked, { signal });
    if (beingReadAgain === signal) beingReadAgain = null;
    if (!signal.aborted && answer.ok) show(answer.data);
  }

  /**
   * Looks which days of a month hold data, once and when that is old; `again` asks in any case. Where
   * no answer comes the days that are known stay.
   */
  async function showMonth(month: Month, today: string, again = false): Promise<void> {
    const vehicle = vehicleId.value;
    const span = spanOfMonth(month, today);
    const known = months.get(month);
    if (vehicle === null || span === null) return;
    if (known !== undefined && !isMonthOld(month, known, today) && !again) return;
    const before = known !== undefined && known.phase !== 'failed' ? known.days : [];
    months.set(month, { phase: 'loading', days: before });
    const { signal } = monthsWanted;
    if (isLeafing && !(await rest(signal))) return;
    const answer = await readPatiently(
      () => useBridge().trajectories.days({ vehicleId: vehicle, ...span }, { signal }),
      signal,
    );
    if (signal.aborted) return;
    if (answer.ok) months.set(month, { phase: 'ready', to: span.to, ...answer.data });
    else if (known?.phase === 'ready' && !again) months.set(month, known);
    else months.set(month, { phase: 'failed', error: answer.error });
  }

  // Another zone cuts other days: what is on show was read for the one before.
  const session = useSessionStore();
  const connectionOf = () => session.connection?.id;
  watch([format.zone, connectionOf], ([, connection], [, before]) => {
    if (connection === undefined || connection !== before) return;
    const today = dayAt(timeNow(), format.zone.value);
    for (const month of months.keys()) void showMonth(month, today, true);
    void load();
  });

  const track = computed(() => (state.value.phase === 'track' ? state.value.track : null));

  /** Every day with data among the months looked through. */
  const days = computed(() => {
    const all: DaySummary[] = [];
    for (const month of months.values()) if (month.phase !== 'failed') all.push(...month.days);
    return all.sort((one, other) => one.day.localeCompare(other.day));
  });

  return { vehicleId, day, state, track, months, days, open, load, readAgain, refresh, showMonth };
});
