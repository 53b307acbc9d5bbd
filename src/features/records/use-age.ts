import { useFormat, useNow } from '@/app/format';
import { useI18n } from '@/i18n/i18n';

/** So long something counts as having happened just now, milliseconds. */
const justNow = 10_000;

/** How long ago a moment was, in words that stay true while the component lives. */
export function useAge(): (at: number) => string {
  const { t } = useI18n();
  const format = useFormat();
  const now = useNow(5000);
  return (at) => {
    const age = now.value - at;
    return age < justNow ? t('records.justNow') : format.age(age);
  };
}
