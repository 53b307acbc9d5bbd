import type { Association, PlaceOfOther } from '@contract/associations';
import type { RecordDetail, RecordKey, RecordRow } from '@contract/records';
import { labelOf } from '@contract/resources';
import { useI18n } from '@/i18n/i18n';
import { useBridge } from '@/bridge';
import { computed, shallowRef, watch } from 'vue';
import { useStrangers } from './strangers';

/** What the service would refuse, and what a replacement does step by step, in words. */
export function useReplacement(
  vehicle: () => RecordDetail,
  chosen: () => { old: Association | null; newKey: RecordKey; others: readonly Association[] },
) {
  const { t } = useI18n();
  const { records } = useBridge();
  const strangers = useStrangers(() => vehicle().fields['enterpriseId']);
  const coming = shallowRef<{ row: RecordRow; places: readonly PlaceOfOther[] } | null>(null);

  const vehicleName = computed(() => labelOf('vehicles', vehicle().fields) ?? vehicle().key);
  const newName = computed(() => {
    const { row } = coming.value ?? {};
    return (row && labelOf('devices', row.fields)) ?? chosen().newKey;
  });
  const nameOf = ({ otherLabel, otherKey }: Association) => otherLabel ?? otherKey;

  watch(
    () => chosen().newKey,
    async (key) => {
      coming.value = null;
      if (key === '') return;
      const [rows, places] = await Promise.all([
        records.rows({ collection: 'devices', keys: [key] }),
        records.places({ side: 'devices', otherKeys: [key] }),
      ]);
      const row = rows.ok ? rows.data[0] : undefined;
      if (chosen().newKey === key && row) {
        coming.value = { row, places: places.ok ? places.data : [] };
      }
    },
    { immediate: true },
  );

  /** Rules of the service that are against it, as far as is known here. */
  const objections = computed<string[]>(() => {
    if (!coming.value) return [];
    const { row, places } = coming.value;
    const name = newName.value;
    const elsewhere = places.filter(({ vehicleKey }) => vehicleKey !== vehicle().key);
    const theirs = strangers.nameOf(row.fields['enterpriseId']);
    const ours = strangers.nameOf(vehicle().fields['enterpriseId']);
    return [
      ...(elsewhere.length > 0
        ? [
            t('records.relations.replace.elsewhere', {
              name,
              vehicles: elsewhere
                .map(({ vehicleLabel, vehicleKey }) => vehicleLabel ?? vehicleKey)
                .join(', '),
            }),
          ]
        : []),
      ...(strangers.isStrange(row.fields)
        ? [
            theirs === null || ours === null
              ? (strangers.objectionTo([name]) ?? '')
              : t('records.relations.replace.enterprise', {
                  ...{ name, vehicle: vehicleName.value, theirs, ours },
                }),
          ]
        : []),
    ];
  });

  /** What is sent, in its order. */
  const steps = computed<string[]>(() => {
    const { old, newKey, others } = chosen();
    if (!old || newKey === '') return [];
    const values = { name: newName.value, vehicle: vehicleName.value };
    const main = others.find(({ isMain, key }) => isMain && key !== old.key);
    return [
      t('records.relations.replace.add', values),
      ...(old.isMain ? [t('records.relations.replace.main', values)] : []),
      ...(main ? [t('records.relations.replace.stays', { name: nameOf(main) })] : []),
      t('records.relations.replace.remove', { name: nameOf(old), vehicle: vehicleName.value }),
    ];
  });

  return { vehicleName, objections, steps };
}
