import { isDriver, type CardDriver } from '@contract/vehicles';
import { useI18n } from '@/i18n/i18n';
import { computed } from 'vue';

/** What the people of a vehicle are called together. */
export function usePeopleTerm(people: () => readonly CardDriver[]) {
  const { t } = useI18n();
  /** Where the service doesn't say who drives, all of them may. */
  const areToldApart = computed(() => people().some(isDriver) && !people().every(isDriver));
  const term = computed(() =>
    areToldApart.value ? t('liveMap.card.people') : t('liveMap.card.drivers', {}, people().length),
  );
  return { areToldApart, term };
}
