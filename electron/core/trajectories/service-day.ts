import type { TimeSpan } from './day-devices';

/** Closer to the day's edge a position tells nothing of how days are cut, milliseconds. */
const LEAST_SHIFT = 30 * 60_000;
/** One position alone may be a fault. */
const LEAST_COUNT = 2;
/** Zones differ by more, but such a day is rather another one. */
const LARGEST_SHIFT = 14 * 60 * 60_000;

/**
 * When the service's day seems to begin, where its positions show that it isn't cut at midnight of
 * the connection's zone: the earliest and the latest moment that fit all positions. Null where the
 * positions fit the day, or no such shift explains them.
 * @param within times on the day, in order, epoch milliseconds
 * @param outside times beyond it, in order, less those of drives and stops that cross midnight
 * @param day start of the day and of the next one in the connection's zone
 */
export function findServiceDay(
  within: Float64Array,
  outside: readonly number[],
  day: TimeSpan,
): TimeSpan | null {
  const [firstOut] = outside;
  const lastOut = outside[outside.length - 1];
  const firstIn = within[0];
  const lastIn = within[within.length - 1];
  if (firstOut === undefined || lastOut === undefined || outside.length < LEAST_COUNT) return null;
  if (firstIn === undefined || lastIn === undefined) return null;
  const first = Math.min(firstOut, firstIn);
  const last = Math.max(lastOut, lastIn);
  const shift = Math.max(day.from - first, last - day.to + 1);
  if (shift < LEAST_SHIFT || shift > LARGEST_SHIFT) return null;
  const from = Math.max(last - (day.to - day.from) + 1, day.from - LARGEST_SHIFT);
  const to = Math.min(first, day.from + LARGEST_SHIFT);
  return from <= to ? { from, to } : null;
}
