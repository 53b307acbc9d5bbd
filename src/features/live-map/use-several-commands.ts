import { useFormat } from '@/app/format';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { useI18n } from '@/i18n/i18n';
import type { MenuItem } from '@/ui/menu-item';
import { Pin, PinOff, Tags } from '@lucide/vue';
import { useLiveMapStore } from './live-map-store';

/** What can be done with all marked rows of the list together. */
export function useSeveralCommands(tellFailure: () => void) {
  const { t } = useI18n();
  const format = useFormat();
  const choice = useLiveMapStore();
  const given = useVehicleLabelsStore();

  async function pin(keys: readonly string[], isPinned: boolean): Promise<void> {
    const sentence = isPinned ? 'vehicles.labels.pinnedMany' : 'vehicles.labels.unpinnedMany';
    const said = t(sentence, { n: format.number(keys.length) }, keys.length);
    const error = await given.changeForNow({ kind: 'assign', keys: [...keys], isPinned }, said);
    if (error) tellFailure();
  }

  return {
    label: (): string => {
      const { size } = choice.marked.keys;
      return t('records.selection.count', { n: format.number(size) }, size);
    },
    commands(): MenuItem[] {
      const keys = [...choice.marked.keys];
      const arePinned = keys.every((key) => given.labeled(key).isPinned);
      return [
        {
          id: 'labels',
          icon: Tags,
          label: t('vehicles.labels.edit'),
          run: () => {
            choice.labeling = keys;
          },
        },
        {
          id: 'pin',
          icon: arePinned ? PinOff : Pin,
          label: t(arePinned ? 'vehicles.labels.unpin' : 'vehicles.labels.pin'),
          run: () => void pin(keys, !arePinned),
        },
      ];
    },
  };
}
