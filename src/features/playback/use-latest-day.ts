import { computed, watch, type ComputedRef } from 'vue';
import { monthBefore, monthOf, type Month } from './days';
import { usePlaybackStore } from './playback-store';

/** A month of which nothing is known yet. */
const unknown = null;
const none = '';

/**
 * Opens the latest day with data of a vehicle that was chosen without a day: one of this month, or
 * of the one before. Where both hold none, a person chooses. Answers whether it is still looked for.
 * @param show makes sure that the days of a month are known
 */
export function useLatestDay(
  today: () => string,
  show: (month: Month) => void,
  choose: (vehicleId: string, day: string) => void,
): ComputedRef<boolean> {
  const playback = usePlaybackStore();

  function latestIn(month: Month): string | null {
    const known = playback.months.get(month);
    return known?.phase === 'ready' ? (known.days.at(-1)?.day ?? none) : unknown;
  }

  const latest = computed(() => {
    if (playback.vehicleId === null || playback.day !== null) return unknown;
    const month = monthOf(today());
    const day = latestIn(month);
    return day === none ? (latestIn(monthBefore(month)) ?? none) : day;
  });

  watch(
    [() => playback.vehicleId, latest],
    ([vehicleId, day]) => {
      if (vehicleId === null || day === unknown) return;
      if (day !== none) choose(vehicleId, day);
      // Once: a month that can't be read now is not asked for again and again.
      else show(monthBefore(monthOf(today())));
    },
    { immediate: true },
  );

  return computed(() => {
    if (playback.vehicleId === null || playback.day !== null) return false;
    const month = monthOf(today());
    const isComing = (each: Month) => playback.months.get(each)?.phase === 'loading';
    return isComing(month) || (latest.value === none && isComing(monthBefore(month)));
  });
}
