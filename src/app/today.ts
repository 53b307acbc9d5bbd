import { areSameDay } from './day-at';
import { useFormat, useNow } from './format';

/**
 * Whether a moment is on the present day of the connection's zone: a time of another day needs its
 * date. What reads it hears of midnight, for as long as the calling component lives.
 */
export function useIsToday(): (at: number) => boolean {
  const { zone } = useFormat();
  const now = useNow(60_000);
  return (at) => areSameDay(at, now.value, zone.value);
}
