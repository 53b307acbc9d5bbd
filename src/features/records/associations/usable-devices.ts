import type { PlaceOfOther } from '@contract/associations';
import type { RecordDetail, RecordKey, RecordRow } from '@contract/records';
import { useI18n } from '@/i18n/i18n';
import { useBridge } from '@/bridge';
import { useStrangers } from './strangers';

type FoundRow = Pick<RecordRow, 'key' | 'fields'>;

/** What is known of devices that could come on a vehicle. */
export type UsableDevices = {
  /** First those that can be used as far as is known, each group in the order found. */
  rows: readonly FoundRow[];
  /** Why a device can't be used, in a few words. */
  objections: ReadonlyMap<RecordKey, string>;
  /** Vehicles whose devices are known, of all; null where that could not be asked. */
  reach: { checked: number; of: number } | null;
};

/** Sorts devices by whether the service would take them for a vehicle, as far as is known here. */
export function useUsableDevices(vehicle: () => RecordDetail | undefined) {
  const { t } = useI18n();
  const { records, associations } = useBridge();
  const strangers = useStrangers(() => vehicle()?.fields['enterpriseId']);

  function objection({ fields }: FoundRow, places: readonly PlaceOfOther[]): string {
    const vehicles = places.map(({ vehicleLabel, vehicleKey }) => vehicleLabel ?? vehicleKey);
    return [
      vehicles.length > 0 ? t('records.relations.on', { vehicle: vehicles.join(', ') }) : '',
      strangers.noteOn(fields),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** At most 500 rows. */
  return async (rows: readonly FoundRow[]): Promise<UsableDevices> => {
    const keys = rows.map(({ key }) => key);
    const [first] = keys;
    const [places, reverse] = await Promise.all([
      records.places({ side: 'devices', otherKeys: keys }),
      // How many vehicles were listed is the same whichever device is asked about.
      first === undefined ? null : associations.ofOther({ side: 'devices', otherKey: first }),
    ]);
    const byKey = new Map<RecordKey, PlaceOfOther[]>();
    for (const place of places.ok ? places.data : []) {
      byKey.set(place.otherKey, [...(byKey.get(place.otherKey) ?? []), place]);
    }
    const objections = new Map<RecordKey, string>();
    for (const row of rows) {
      const words = objection(row, byKey.get(row.key) ?? []);
      if (words !== '') objections.set(row.key, words);
    }
    const isFree = ({ key }: FoundRow) => !objections.has(key);
    return {
      rows: [...rows.filter(isFree), ...rows.filter((row) => !isFree(row))],
      objections,
      reach: reverse?.ok ? { checked: reverse.data.checked, of: reverse.data.of } : null,
    };
  };
}
