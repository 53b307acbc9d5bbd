import type { Place } from '@contract/rules/longitudes';
import type { Where } from '@contract/where';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { asPoint } from './use-where';

/** So long a person waits for the maps of this computer, milliseconds: a drive may not answer. */
const mapsWithin = 1_500;

/** And for the address server, where it may be asked. */
const serverWithin = 2_500;

/**
 * Where a place is, asked once: as the maps of this computer say or, where they name no street and
 * the settings allow it, the address server. Null where that is not known in time.
 */
export function useWhereOnce(): (place: Place) => Promise<Where | null> {
  const bridge = useBridge();
  const settings = useSettingsStore();
  const { locale } = useI18n();
  return async (place) => {
    const point = asPoint(place);
    const question = { points: [point], locale: locale.value };
    const told = await within(mapsWithin, bridge.places.where(question));
    const where = (told?.ok === true && told.data.places[0]) || null;
    if (where?.street || settings.state.geocoder?.namesPositions !== true) return where;
    const named = await within(serverWithin, bridge.search.where(point));
    return (named?.ok === true && named.data) || where;
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    late = setTimeout(() => {
      resolve(null);
    }, milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(late);
  }
}
