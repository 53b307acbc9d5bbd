import type { RecordKey, RecordRow } from '@contract/records';
import type { Place } from '@contract/rules/longitudes';
import type { Where } from '@contract/where';
import { POINTS_AT_ONCE } from '@contract/where';
import { useBridge } from '@/bridge';
import { useWhere } from '@/app/where/use-where';
import type { Locale } from '@contract/settings';

/** Where the vehicles of the rows in sight are, by the maps of this computer; null while not known. */
export function useRowPlaces(
  inSight: () => readonly RecordRow[],
): (row: RecordRow) => Where | null {
  const whereOf = useWhere(() => inSight().flatMap(placed));
  // By the row's own place: else each row would be drawn again whenever others come into sight.
  return (row) => whereOf(row.key, placed(row)[0]?.place ?? null);
}

/** The same of any rows, as far as it is known just now: those that are copied may not be in sight. */
export async function readRowPlaces(
  rows: readonly RecordRow[],
  locale: Locale,
): Promise<ReadonlyMap<RecordKey, Where>> {
  const known = new Map<RecordKey, Where>();
  const all = rows.flatMap(placed);
  for (let from = 0; from < all.length; from += POINTS_AT_ONCE) {
    const part = all.slice(from, from + POINTS_AT_ONCE);
    const points = part.map(({ place }) => place);
    const answer = await useBridge().places.where({ points, locale });
    // The nearest town is shown instead.
    if (!answer.ok) return known;
    part.forEach(({ id }, index) => {
      const where = answer.data.places[index];
      if (where) known.set(id, where);
    });
  }
  return known;
}

function placed({ key, derived }: RecordRow): { id: RecordKey; place: Place }[] {
  const { latitude, longitude } = derived ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
  return [{ id: key, place: { latitude, longitude } }];
}
