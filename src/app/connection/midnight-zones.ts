import { parseDate } from '@internationalized/date';
import { rawTimeZones } from '@vvo/tzdb';

/** A zone, and when a day begins in it, epoch milliseconds. */
export type MidnightZone = { zone: string; midnight: number };

/**
 * The zones whose day begins within a span, the likeliest first: the ones given before all others,
 * then those whose midnight is nearest to `expected`, and of these the ones of the most places.
 * Of zones with the same midnight the first one stands for all, but for the ones given.
 */
export function zonesOfMidnight(
  day: string,
  within: { from: number; to: number },
  expected: number,
  first: readonly string[],
): MidnightZone[] {
  const date = parseDate(day);
  const midnightOf = (zone: string) => date.toDate(zone).getTime();
  const fits = ({ midnight }: MidnightZone) => midnight >= within.from && midnight <= within.to;
  const given = [...new Set(first)]
    .map((zone) => ({ zone, midnight: midnightOf(zone) }))
    .filter(fits);
  const others = rawTimeZones
    .map(({ name, group }) => ({ zone: name, midnight: midnightOf(name), places: group.length }))
    .filter(fits)
    .sort(
      (one, other) =>
        Math.abs(one.midnight - expected) - Math.abs(other.midnight - expected) ||
        other.places - one.places,
    );
  const seen = new Set(given.map(({ midnight }) => midnight));
  const rest = others.filter(({ midnight }) => !seen.has(midnight) && seen.add(midnight));
  return [...given, ...rest.map(({ zone, midnight }) => ({ zone, midnight }))];
}
