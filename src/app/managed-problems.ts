import { computed, type ComputedRef } from 'vue';
import { useI18n } from '@/i18n/i18n';
import { useAppInfo } from './app-info';

/** What is wrong with the settings of the administrator, a sentence each. */
export function useManagedProblems(): ComputedRef<readonly string[]> {
  const { t } = useI18n();
  const info = useAppInfo();
  return computed(() =>
    info.value.managed.problems.map(({ path, what }) =>
      t(`settings.managed.problems.${what}`, { path }),
    ),
  );
}
