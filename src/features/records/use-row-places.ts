import type { RecordKey, RecordRow } from '@contract/records';
import type { Where } from '@contract/where';
import { useWhere } from '@/app/where/use-where';

/** Where the vehicles of the rows in sight are, by the maps of this computer; null while not known. */
export function useRowPlaces(
  inSight: () => readonly RecordRow[],
): (key: RecordKey) => Where | null {
  return useWhere(() =>
    inSight().flatMap(({ key, derived }) => {
      const { latitude, longitude } = derived ?? {};
      if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
      return [{ id: key, place: { latitude, longitude } }];
    }),
  );
}
